import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { gatherEvidence } from '#app/domain/selling/disputes/evidence.server.ts';
import { evidenceInMail } from '#app/domain/selling/disputes/evidence-page.server.ts';
import { config } from '#app/platform/config.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { log } from '#app/platform/log.server.ts';
import { isMailQueued, queueMail } from '#app/platform/mail/outbox.server.ts';
import type { PaymentProvider } from '#app/platform/payments/facts.ts';
import { canOf } from '#app/platform/payments/port.ts';

/**
 * Tells the operator, as part of `tx`, of a dispute that has opened, with what is known of it: once as an inquiry, and once as a
 * dispute, since both are answered within days. One that is decided already is not told. `unexplainedCents` is what it is of more than all
 * the payments that it can be about.
 */
export async function tellOfDispute(
  tx: Transaction,
  key: { provider: PaymentProvider; providerDisputeId: string },
  unexplainedCents = 0,
): Promise<void> {
  const found = await gatherEvidence(tx.db, key);
  if (!found) return;
  const { provider, disputeId, title, isInquiry, currency } = found;
  const mailKey = `dispute ${provider} ${disputeId} ${isInquiry ? 'inquiry' : 'open'}`;
  if (await isMailQueued(tx, mailKey)) return;
  const evidence = evidenceInMail(found);
  const unexplained = unexplainedCents > 0 ? formatMoney(unexplainedCents, currency) : null;
  const data = { title, isInquiry, provider: canOf(provider).title, disputeId, unexplained, evidence };
  await queueMail(tx, config().supportEmail, 'dispute-opened', data, mailKey);
  tx.afterCommit(() =>
    log().error({ event: 'dispute_opened', provider, dispute: disputeId }, 'a dispute has opened'),
  );
}
