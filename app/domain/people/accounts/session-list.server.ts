import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { announceLive } from '#app/domain/core/live/announce.server.ts';
import { type ListPage, type Place, pageOf } from '#app/domain/core/values/cursor.ts';
import { pageSql } from '#app/domain/core/values/cursor-sql.server.ts';
import { dropSignInsUnderWay } from '#app/domain/people/accounts/sessions.server.ts';
import { appInWords, deviceInWords } from '#app/domain/people/safety/device-words.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** A place where somebody is signed in, as they see it. No address is kept of any. */
export interface SignedInPlace {
  id: string;
  /** "Firefox on Windows", or of an app that uses the API "An app (Firefox on Windows)". */
  device: string;
  begunAt: Date;
  /** Written down every ten minutes at most. */
  lastUsedAt: Date;
  staysSignedIn: boolean;
}

const pageSize = 20;

const select = {
  id: true,
  userAgent: true,
  kind: true,
  createdAt: true,
  lastUsedAt: true,
  staysSignedIn: true,
} as const;

const live = (userId: string) => ({ userId, revokedAt: null, expiresAt: { gt: now() } });

interface Row {
  id: string;
  userAgent: string | null;
  kind: 'browser' | 'api';
  createdAt: Date;
  lastUsedAt: Date;
  staysSignedIn: boolean;
}

const asPlace = (row: Row): SignedInPlace => ({
  id: row.id,
  device: row.kind === 'api' ? appInWords(row.userAgent) : deviceInWords(row.userAgent),
  begunAt: row.createdAt,
  lastUsedAt: row.lastUsedAt,
  staysSignedIn: row.staysSignedIn,
});

type Asking = Pick<Viewer, 'id' | 'sessionId'>;

/** Where a viewer is signed in: here, and a page of where else, the latest sign-in first. Two queries. */
export async function listSessions(
  { id: userId, sessionId }: Asking,
  place: Place | null = null,
): Promise<{ here: SignedInPlace | null; elsewhere: ListPage<SignedInPlace> }> {
  const { past, order } = pageSql(Prisma.sql`created_at`, Prisma.sql`id`, place);
  const [here, rows] = await Promise.all([
    prisma().session.findFirst({ where: { ...live(userId), id: sessionId }, select }),
    prisma().$queryRaw<Row[]>`
      SELECT id, user_agent AS "userAgent", kind::text AS kind, created_at AS "createdAt", last_used_at AS "lastUsedAt",
        stays_signed_in AS "staysSignedIn"
      FROM sessions
      WHERE user_id = ${userId}::uuid AND revoked_at IS NULL AND expires_at > ${now()} AND id <> ${sessionId}::uuid ${past}
      ORDER BY ${order} LIMIT ${pageSize + 1}`,
  ]);
  const elsewhere = pageOf(rows, pageSize, ({ createdAt: at, id }) => ({ at, id }), place);
  return { here: here && asPlace(here), elsewhere: { ...elsewhere, rows: elsewhere.rows.map(asPlace) } };
}

/** Ends one session of the viewer's; one that is over, or is none of theirs, is left alone. Says whether there was one to end. */
export async function endSession({ id: userId }: Asking, sessionId: string): Promise<boolean> {
  return transaction(async (tx) => {
    const { count } = await tx.db.session.updateMany({
      where: { ...live(userId), id: sessionId },
      data: { revokedAt: now() },
    });
    if (count > 0)
      await recordActivity(tx, { kind: 'sessions_ended', userId, actorId: userId, details: { count } });
    await announceLive([`user:${userId}`], tx);
    return count > 0;
  });
}

/** Ends all sessions of the viewer's but this one, with sign-ins that wait for their second step; says how many sessions. */
export async function endOtherSessions({ id: userId, sessionId }: Asking): Promise<number> {
  return transaction(async (tx) => {
    await dropSignInsUnderWay(tx, userId);
    const { count } = await tx.db.session.updateMany({
      where: { ...live(userId), id: { not: sessionId } },
      data: { revokedAt: now() },
    });
    if (count > 0)
      await recordActivity(tx, { kind: 'sessions_ended', userId, actorId: userId, details: { count } });
    await announceLive([`user:${userId}`], tx);
    return count;
  });
}
