import { isLive } from '#app/domain/core/access/live-statuses.ts';
import { formatMoney, productName } from '#app/domain/core/catalogue/products.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import { config } from '#app/platform/config.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { log } from '#app/platform/log.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import type { PaymentProvider } from '#app/platform/payments/facts.ts';
import { canOf } from '#app/platform/payments/port.ts';

/**
 * Tells, as part of `tx`, how a dispute was decided: the operator in any case; its payer where what they bought was closed meanwhile
 * and is open again. The payment is settled already; `before` is how it stood until then. Affiliates are told with their ledger.
 */
export async function tellOfDecision(
  tx: Transaction,
  key: { provider: PaymentProvider; providerDisputeId: string },
  outcome: 'won' | 'lost',
  before: string,
): Promise<void> {
  const { payment, ...dispute } = await tx.db.paymentDispute.findUniqueOrThrow({
    where: { provider_providerDisputeId: key },
    include: { payment: { include: { user: true, subscription: true, purchase: true } } },
  });
  const { provider, providerDisputeId: disputeId } = key;
  const cents = dispute.toldCents ?? dispute.amountCents;
  const amount = formatMoney(cents, dispute.toldCurrency ?? payment.currency);
  const title = productName(payment.product);
  const { user, subscription, purchase } = payment;
  const isOpenNow =
    subscription === null
      ? purchase?.status === 'paid'
      : isLive(subscription.status) &&
        !(subscription.isDisputed || subscription.isRefunded || subscription.heldReason !== null);
  await queueMail(tx, config().supportEmail, 'dispute-decided', {
    outcome,
    amount,
    title,
    provider: canOf(provider).title,
    disputeId,
    userUrl: `${config().appUrl}/admin/users/${user.id}`,
    isOpenNow,
  });
  const wasClosed = before === 'disputed' || before === 'charged_back';
  if (outcome === 'won' && wasClosed && isOpenNow)
    await notify(tx, {
      userId: user.id,
      event: 'access_restored',
      details: { title },
      path: '/profile/billing',
      key: `dispute-over:${provider}:${disputeId}`,
    });
  tx.afterCommit(() =>
    log().warn({ event: 'dispute_decided', provider, dispute: disputeId, outcome }, 'a dispute was decided'),
  );
}
