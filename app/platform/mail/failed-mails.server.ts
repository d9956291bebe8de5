import { prisma, type Transaction } from '#app/platform/database/client.server.ts';
import { forgetDeadAddress } from '#app/platform/mail/dead-addresses.server.ts';
import { wakeLane } from '#app/platform/mail/lanes.server.ts';

/** A mail that the mail server has refused as often as it is tried. */
export interface FailedMail {
  id: string;
  recipient: string;
  subject: string;
  attempts: number;
  lastError: string | null;
  createdAt: Date;
}

/** The mails that have given up, the latest first. */
export function listFailedMails(limit: number): Promise<FailedMail[]> {
  return prisma().mailOutbox.findMany({
    where: { status: 'failed' },
    select: { id: true, recipient: true, subject: true, attempts: true, lastError: true, createdAt: true },
    orderBy: { createdAt: 'desc' },
    take: limit,
  });
}

/** Queues a mail that has given up once more, as part of `tx`; false when it is not there or has not given up. */
export async function queueFailedMail(tx: Transaction, id: string): Promise<boolean> {
  const [mail] = await tx.db.mailOutbox.updateManyAndReturn({
    where: { id, status: 'failed' },
    data: { status: 'queued', attempts: 0, claimedAt: null },
    select: { lane: true, recipient: true },
  });
  if (mail) await forgetDeadAddress(mail.recipient, tx.db);
  if (mail) tx.afterCommit(() => wakeLane(mail.lane));
  return mail !== undefined;
}
