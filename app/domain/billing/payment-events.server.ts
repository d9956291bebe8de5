import { recordActivity } from '#app/domain/activity/record.server.ts';
import { closeDispute, recordDispute } from '#app/domain/billing/dispute-events.server.ts';
import { type EventOutcome, TooEarly, UnknownPayment } from '#app/domain/billing/event-outcome.ts';
import { isFinal } from '#app/domain/billing/membership-rules.ts';
import { findPayer } from '#app/domain/billing/payer.server.ts';
import { recordPurchase } from '#app/domain/billing/purchase-events.server.ts';
import { addRefund, recordRefund } from '#app/domain/billing/refund-events.server.ts';
import { settleSubscription } from '#app/domain/billing/settlement.server.ts';
import { applyPayment, applyStatus, lockSubscription } from '#app/domain/billing/subscriptions.server.ts';
import { isStillToCome } from '#app/domain/billing/unknown-payments.server.ts';
import { membership } from '#app/domain/catalogue/products.ts';
import { config } from '#app/platform/config.server.ts';
import { isUniqueViolation, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import type { PaymentFact } from '#app/platform/payments/port.ts';

/**
 * Applies a provider's verified event, once, however often and in whatever order events arrive. Everything it changes is
 * written in one transaction with the event's id.
 */
export async function applyPaymentEvent(fact: PaymentFact): Promise<EventOutcome> {
  if (fact.kind === 'ignored') return 'ignored';
  try {
    return await transaction(async (tx) => {
      const { count } = await tx.db.webhookEvent.createMany({
        data: {
          provider: fact.provider,
          eventId: fact.eventId,
          type: fact.type,
          createdAt: fact.createdAt,
          processedAt: new Date(),
        },
        skipDuplicates: true,
      });
      if (count === 0) return 'duplicate';
      return apply(tx, fact);
    });
  } catch (error) {
    if (error instanceof UnknownPayment) return (await isStillToCome(fact)) ? 'retry' : 'ignored';
    // Two deliveries at once, or a fact whose subject is not there yet: the next delivery finds things settled.
    if (error instanceof TooEarly || isUniqueViolation(error)) return 'retry';
    throw error;
  }
}

async function apply(tx: Transaction, fact: PaymentFact): Promise<EventOutcome> {
  switch (fact.kind) {
    case 'subscription_updated':
      return applySubscription(tx, fact);
    case 'invoice_paid':
      return recordPayment(tx, fact);
    case 'product_paid':
      return applyPurchase(tx, fact);
    case 'payment_linked':
      return linkPayment(tx, fact);
    case 'invoice_failed':
      return tellOfFailure(tx, fact);
    case 'charge_refunded':
      return recordRefund(tx, fact);
    case 'refund_added':
      return addRefund(tx, fact);
    case 'dispute_opened':
      return recordDispute(tx, fact);
    case 'dispute_closed':
      return closeDispute(tx, fact);
    default:
      return 'ignored';
  }
}

const subscriptionFact = (fact: PaymentFact, userId: string, providerSubscriptionId: string) => ({
  userId,
  provider: fact.provider,
  providerSubscriptionId,
  product: fact.metadata.product ?? membership.key,
  amountCents: membership.amountCents,
  currency: fact.currency ?? membership.currency,
});

async function applySubscription(tx: Transaction, fact: PaymentFact): Promise<EventOutcome> {
  const user = await findPayer(tx, fact);
  if (!user || !fact.subscriptionId || !fact.status) return 'ignored';
  const subscription = await lockSubscription(tx, subscriptionFact(fact, user.id, fact.subscriptionId));
  // Its provider had it live before: that news is on its way, and what was paid is to be had until it runs out.
  const wasLive = fact.status === 'canceled' && fact.cancelAtPeriodEnd;
  if (wasLive && subscription.subscribedAt === null && !isFinal(subscription.status)) throw new TooEarly();
  await applyStatus(tx, subscription, {
    status: fact.status,
    eventAt: fact.createdAt,
    currentPeriodEnd: fact.currentPeriodEnd,
    cancelAtPeriodEnd: fact.cancelAtPeriodEnd,
    isRequested: fact.isRequested ?? false,
  });
  return 'applied';
}

/** One payment row for each invoice; the subscription's state comes by its own event. */
async function recordPayment(tx: Transaction, fact: PaymentFact): Promise<EventOutcome> {
  const user = await findPayer(tx, fact);
  if (!user || !fact.invoiceId) return 'ignored';
  const subscription = fact.subscriptionId
    ? await lockSubscription(tx, subscriptionFact(fact, user.id, fact.subscriptionId))
    : null;
  const { count } = await tx.db.payment.createMany({
    data: {
      userId: user.id,
      subscriptionId: subscription?.id ?? null,
      product: subscription?.product ?? fact.metadata.product ?? membership.key,
      provider: fact.provider,
      providerInvoiceId: fact.invoiceId,
      providerPaymentId: fact.paymentIntentId,
      amountCents: fact.amountCents,
      // A credit may have covered part of the invoice, tax included: never more tax than money.
      taxCents: Math.min(fact.taxCents, fact.amountCents),
      currency: fact.currency ?? membership.currency,
      status: 'paid',
      receiptUrl: fact.receiptUrl ?? null,
      paidAt: fact.createdAt,
    },
    skipDuplicates: true,
  });
  if (count === 0) return 'duplicate';
  if (subscription) {
    await applyPayment(tx, subscription, fact.currentPeriodEnd);
    await settleSubscription(tx, subscription.id);
  }
  await recordActivity(tx, {
    kind: 'payment_received',
    userId: user.id,
    details: { amountCents: fact.amountCents, currency: fact.currency ?? membership.currency },
  });
  return 'applied';
}

async function applyPurchase(tx: Transaction, fact: PaymentFact): Promise<EventOutcome> {
  const user = await findPayer(tx, fact);
  return user ? recordPurchase(tx, user, fact) : 'ignored';
}

/** The provider's payment behind an invoice: refunds and disputes name it. */
async function linkPayment(tx: Transaction, fact: PaymentFact): Promise<EventOutcome> {
  if (!fact.invoiceId || !fact.paymentIntentId) return 'ignored';
  const { count } = await tx.db.payment.updateMany({
    where: { provider: fact.provider, providerInvoiceId: fact.invoiceId },
    data: { providerPaymentId: fact.paymentIntentId },
  });
  if (count === 0) throw new UnknownPayment();
  return 'applied';
}

async function tellOfFailure(tx: Transaction, fact: PaymentFact): Promise<EventOutcome> {
  const user = await findPayer(tx, fact);
  if (!user) return 'ignored';
  // A first payment that is declined is told at the checkout; a mail is for renewals.
  if (fact.isFirstInvoice) return 'applied';
  await recordActivity(tx, {
    kind: 'renewal_failed',
    userId: user.id,
    details: { amountCents: fact.amountCents, currency: fact.currency ?? membership.currency },
  });
  await queueMail(tx, user.email, 'payment-failed', {
    name: user.name,
    amountCents: fact.amountCents,
    currency: fact.currency ?? membership.currency,
    billingUrl: `${config().appUrl}/profile/billing`,
  });
  return 'applied';
}
