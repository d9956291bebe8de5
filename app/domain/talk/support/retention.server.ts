import { confirmationDays } from '#app/domain/talk/support/visitor-tickets.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { dayMs } from '#app/platform/durations.ts';

/** What was asked and answered is kept for so many days after the last word; content/legal/privacy.md says so too. */
const ticketDays = 730;

/** Mails that fit no ticket are kept for so many days; content/legal/privacy.md says so too. */
const unmatchedDays = 90;

/** Mails that a program sent are kept for so many days, so that the team can see what was taken for one. */
const automaticDays = 14;

/** Deletes questions whose address was never confirmed, and tickets that have been still for two years. The worker calls it daily. */
export async function deleteOldTickets(): Promise<void> {
  const before = (days: number) => new Date(now().getTime() - days * dayMs);
  await prisma().ticket.deleteMany({
    where: { confirmedAt: null, createdAt: { lt: before(confirmationDays) } },
  });
  await prisma().unmatchedMail.deleteMany({ where: { createdAt: { lt: before(unmatchedDays) } } });
  await prisma().unmatchedMail.deleteMany({
    where: { reason: 'automatic', createdAt: { lt: before(automaticDays) } },
  });
  await prisma().ticket.deleteMany({
    where: { status: { not: 'open' }, latestAt: { lt: before(ticketDays) } },
  });
}
