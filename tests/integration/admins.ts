import type { AdminLevel } from '#app/domain/core/access/admin-policy.ts';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { newSession, newUser } from '#tests/integration/people.ts';

/** An admin of a level who has just signed in, as the domain is told of them. */
export async function newActor(adminLevel: AdminLevel) {
  const { id } = await newUser({ role: 'admin', adminLevel });
  // Outside of the demo admins have to have one.
  const user = await prisma().user.update({ where: { id }, data: { secondFactorSince: new Date() } });
  await newSession(user.id);
  const { id: sessionId } = await prisma().session.findFirstOrThrow({ where: { userId: user.id } });
  const actor: Actor & { id: string } = { id: user.id, sessionId, origin: 'a-hash', requestId: 'a-request' };
  return { actor, user };
}

/** What the audit log says of somebody or something, the oldest first. */
export const auditOf = (subjectId: string) =>
  prisma().auditEntry.findMany({ where: { subjectId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
