import { Refusal } from '#app/domain/errors.ts';
import { dashboardCopy } from '#app/domain/facts/copy.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';

/**
 * Notes that somebody wants to be told when what is announced is there, or does not any more; again changes nothing (P61).
 * @throws {Refusal} not_found for what is not announced.
 */
export async function signUpFor(userId: string, item: string, isWanted: boolean): Promise<void> {
  if (!dashboardCopy().comingSoon.items.some(({ key }) => key === item))
    throw new Refusal('not_found', 'That is not announced.');
  if (isWanted)
    await prisma().announcementSignup.createMany({
      data: { userId, item, signedUpAt: now() },
      skipDuplicates: true,
    });
  else await prisma().announcementSignup.deleteMany({ where: { userId, item } });
}
