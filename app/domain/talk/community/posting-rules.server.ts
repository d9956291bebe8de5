import { mayReadLessons } from '#app/domain/core/access/policy.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { now } from '#app/platform/clock.server.ts';
import { hasLink } from '#app/platform/content/member-links.server.ts';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { dayMs, daySeconds } from '#app/platform/durations.ts';
import { consumeRateLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';

export const titleLength = 150;
export const bodyLength = 5_000;

/** An account is new for so many days: it posts less, and no links. */
export const newDays = 3;

/** How many people one post tells that it names them. */
export const mentionsTold = { usual: 5, new: 2 };

type Act = 'thread' | 'reply' | 'edit' | 'vote' | 'report' | 'preview';

/** How often one may do something. What a new account may is counted beside, by the day. */
const limits: Readonly<Record<Act, RateLimit>> = {
  thread: { name: 'community-thread', points: 6, seconds: 3600 },
  reply: { name: 'community-reply', points: 30, seconds: 3600 },
  edit: { name: 'community-edit', points: 60, seconds: 3600 },
  vote: { name: 'community-vote', points: 120, seconds: 3600 },
  report: { name: 'community-report', points: 20, seconds: daySeconds },
  preview: { name: 'community-preview', points: 60, seconds: 600 },
};
const newcomers: RateLimit = { name: 'community-newcomer', points: 10, seconds: daySeconds };

/** Counts one act of somebody's against its limit. @throws {RateLimitExceeded} */
export async function countAct(viewer: Pick<Viewer, 'id'>, act: Act): Promise<void> {
  await consumeRateLimit(limits[act], viewer.id);
}

/** Who may read, and take part in, the community: those who may read lessons. */
export const mayUseCommunity = mayReadLessons;

/** @throws {Refusal} not_allowed for whoever is no member */
export function requireCommunity(viewer: Viewer): void {
  if (!mayUseCommunity(viewer)) throw new Refusal('not_allowed', 'The community is for members.');
}

/** From when on somebody may post links to other sites; null where they may. One query; none for admins. */
export async function findLinksFrom(viewer: Viewer): Promise<Date | null> {
  if (viewer.role === 'admin') return null;
  const { createdAt } = await prisma().user.findUniqueOrThrow({
    where: { id: viewer.id },
    select: { createdAt: true },
  });
  const from = new Date(createdAt.getTime() + newDays * dayMs);
  return from > now() ? from : null;
}

/** What the database says of somebody who wants to post. */
export interface PosterRow {
  createdAt: Date | null;
  isVerified: boolean;
  suspendedFor: string | null;
}

/** Of an active user `u`, and of what may keep them from posting, `s`. */
export const posterColumns = Prisma.sql`
  u.created_at AS "createdAt", u.email_verified_at IS NOT NULL AS "isVerified", s.reason AS "suspendedFor"`;

/**
 * Lets somebody post as part of `tx`, by what the database says of them now, and says whether their account is new.
 * @throws {Refusal} not_allowed for no member, without a verified address, or while they may not post; invalid for a link from a new account
 * @throws {RateLimitExceeded} for a new account that has posted enough today
 */
export async function requirePosting(
  tx: Transaction,
  viewer: Viewer,
  texts: readonly string[],
): Promise<{ isNew: boolean }> {
  const [row] = await tx.db.$queryRaw<PosterRow[]>`
    SELECT ${posterColumns} FROM users u LEFT JOIN community_suspensions s ON s.user_id = u.id
    WHERE u.id = ${viewer.id}::uuid AND u.status = 'active'`;
  return requirePostingBy(row, viewer, texts);
}

/** The same by what was read before. @throws as `requirePosting` */
export async function requirePostingBy(
  row: PosterRow | undefined,
  viewer: Viewer,
  texts: readonly string[],
): Promise<{ isNew: boolean }> {
  requireCommunity(viewer);
  if (!row?.createdAt || !row.isVerified)
    throw new Refusal('not_allowed', 'Verify your email address to post. We sent you a link.');
  if (row.suspendedFor !== null)
    throw new Refusal('not_allowed', `You cannot post for now. A moderator's reason: ${row.suspendedFor}`);
  const isNew = viewer.role !== 'admin' && now().getTime() - row.createdAt.getTime() < newDays * dayMs;
  if (!isNew) return { isNew };
  if (texts.some(hasLink))
    throw new Refusal(
      'invalid',
      `Your account is new. Take out links to other sites: you can post them ${newDays} days after you joined. Links to pages of this site, such as /courses/seo, work now.`,
      'body',
    );
  await consumeRateLimit(newcomers, viewer.id);
  return { isNew };
}
