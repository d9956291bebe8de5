import { unsubscribeAddress } from '#app/domain/operating/letters/complaints.server.ts';
import { emailSchema } from '#app/domain/people/accounts/schemas.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import type { Jobs } from '#app/platform/jobs/kinds.ts';
import { keyedHashes } from '#app/platform/secrets/keyed-hash.server.ts';

/** What a provider reports of addresses: that a mailbox does not exist, or that its owner called a mail spam. */
export interface MailReport {
  /** The provider's id of the event: the same again is nothing more. */
  eventId: string;
  reason: 'bounce' | 'complaint';
  /** None where the event is of no consequence, and its id is kept all the same. */
  addresses: readonly string[];
  detail: string;
}

/** Whether the account of an address was erased, and nobody has it now: what comes late about it is not kept. */
async function isErased(db: Transaction['db'], address: string): Promise<boolean> {
  const hashes = keyedHashes('erased address', address);
  if ((await db.erasedAddress.count({ where: { addressHash: { in: hashes } } })) === 0) return false;
  return (await db.user.count({ where: { email: address } })) === 0;
}

async function suppress(
  { db }: Transaction,
  source: string,
  address: string,
  { reason, detail }: MailReport,
): Promise<void> {
  if (await isErased(db, address)) return;
  // A complaint says more than a bounce; nothing else changes an entry that is there.
  await db.$executeRaw`
    INSERT INTO mail_suppressions (id, address, reason, source, detail, created_at)
    VALUES (${crypto.randomUUID()}::uuid, ${address}, ${reason}::suppression_reason, ${source}, ${detail}, ${now()})
    ON CONFLICT (address) DO UPDATE SET
      reason = EXCLUDED.reason, source = EXCLUDED.source, detail = EXCLUDED.detail, created_at = EXCLUDED.created_at
    WHERE EXCLUDED.reason = 'complaint' AND mail_suppressions.reason <> 'complaint'`;
  if (reason !== 'complaint') return;
  await unsubscribeAddress(db, address);
}

/**
 * Puts the addresses of a report on the suppression list; a complaint also unsubscribes whoever has the address from every kind of letter.
 * An address that nobody here has is taken too (P268). Safe to repeat.
 */
export async function recordMailReport(
  provider: string,
  report: MailReport,
): Promise<'taken' | 'known' | 'ignored'> {
  return transaction(async (tx) => {
    const data = [{ provider, eventId: report.eventId, receivedAt: now() }];
    const { count } = await tx.db.mailFeedback.createMany({ data, skipDuplicates: true });
    if (count === 0) return 'known';
    if (report.addresses.length === 0) return 'ignored';
    const detail = report.detail.replaceAll('\0', '').slice(0, 500);
    for (const named of new Set(report.addresses)) {
      const address = emailSchema.safeParse(/<([^<>]+)>\s*$/.exec(named)?.[1] ?? named);
      if (address.success) await suppress(tx, provider, address.data, { ...report, detail });
    }
    return 'taken';
  });
}

/**
 * Takes a report that came by mail about one of the outbox's, whose recipient goes on the suppression list; nothing where the mail is not
 * there any more, after 90 days. Safe to repeat.
 */
export async function recordReturnedMail({
  mailId,
  reason,
  status,
}: Jobs['record-mail-report']): Promise<void> {
  const mail = await prisma().mailOutbox.findFirst({ where: { id: mailId }, select: { recipient: true } });
  if (!mail) return;
  const report = { eventId: `${reason} ${mailId}`, reason, addresses: [mail.recipient], detail: status };
  await recordMailReport('mailbox', report);
}
