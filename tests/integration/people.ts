import { randomUUID } from 'node:crypto';
import type { AdminLevel } from '#app/domain/core/access/admin-policy.ts';
import { plainViewer, type Role, type Viewer } from '#app/domain/core/access/viewer.ts';
import { activitySentence } from '#app/domain/core/activity/sentence.ts';
import { createSession } from '#app/domain/people/accounts/sessions.server.ts';
import { withClock } from '#app/platform/clock.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { hashPassword } from '#app/platform/secrets/crypto.server.ts';

/** An address nobody else in the tests has. */
export const newEmail = () => `${randomUUID()}@example.com`;

/** The password of everyone made by `newUser`. */
export const knownPassword = 'correct-horse-9';

let knownHash: Promise<string> | undefined;

/** A user of our own for one test. */
export async function newUser(options: { role?: Role; verified?: boolean; adminLevel?: AdminLevel } = {}) {
  const email = newEmail();
  // Made to be slow: once is enough.
  knownHash ??= hashPassword(knownPassword);
  return prisma().user.create({
    data: {
      email,
      name: 'Test Person',
      username: email,
      role: options.role ?? 'member',
      assignedRole: options.role ?? 'member',
      adminLevel: options.adminLevel ?? (options.role === 'admin' ? 'owner' : 'support'),
      passwordHash: await knownHash,
      emailVerifiedAt: options.verified === false ? null : new Date(),
    },
  });
}

/** A user as a request sees them. */
export async function newViewer(
  options: { role?: Role; hasMembership?: boolean; adminLevel?: AdminLevel } = {},
): Promise<Viewer> {
  const { id, email, name, role, adminLevel } = await newUser(options);
  return {
    ...plainViewer,
    id,
    sessionId: randomUUID(),
    email,
    name,
    role,
    hasMembership: options.hasMembership ?? false,
    adminLevel: role === 'admin' ? adminLevel : null,
  };
}

/** The secret of a session of a user's, begun now. */
export const newSession = (userId: string, userAgent: string | null = null): Promise<string> =>
  transaction((tx) => createSession(tx, userId, userAgent));

/** Runs `work` as if it were another time, which stands still meanwhile. */
export const at = <T>(time: Date | number, work: () => T): T => withClock(() => new Date(time), work);

/** The mails queued for an address, the newest first; under a clock that stands still, in the order of their ids. */
export function mailsTo(recipient: string) {
  return prisma().mailOutbox.findMany({
    where: { recipient },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
}

/** The subjects of the mails queued for an address, the oldest first. */
export const subjectsTo = async (recipient: string) =>
  (await mailsTo(recipient)).map(({ subject }) => subject).reverse();

/** What the activity log says of a user, the oldest first. */
export async function activityOf(userId: string): Promise<string[]> {
  const rows = await prisma().activityLog.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return rows.map(activitySentence);
}

/** The first link with this path prefix in a mail's text. */
export function linkIn(text: string, prefix: string): string {
  const match = new RegExp(`https?://[^\\s]+?(${prefix}[^\\s]*)`).exec(text);
  if (!match?.[1]) throw new Error(`No link to ${prefix} in: ${text}`);
  return match[1];
}
