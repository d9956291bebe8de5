import { recordActivity } from '#app/domain/activity.server.ts';
import { isFinal } from '#app/domain/billing/membership-rules.ts';
import { membership } from '#app/domain/billing/products.ts';
import { applyPayment, applyStatus, lockSubscription } from '#app/domain/billing/subscriptions.server.ts';
import { config } from '#app/platform/config.server.ts';
import { isUniqueViolation, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import type { PaymentFact } from '#app/platform/payments/port.ts';

/** What became of an event: `retry` asks the provider to send it again later, because it came before what it is about. */
export type EventOutcome = 'applied' | 'duplicate' | 'ignored' | 'retry';

class TooEarly extends Error {}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

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
    default:
      return 'ignored';
  }
}

/** Whose event it is: by the subscription, else by what we wrote into the provider's metadata or by the provider's customer. */
async function findUser(tx: Transaction, fact: PaymentFact) {
  const select = { id: true, email: true, name: true };
  if (fact.subscriptionId) {
    const { provider, subscriptionId: providerSubscriptionId } = fact;
    const subscription = await tx.db.subscription.findUnique({
      where: { provider_providerSubscriptionId: { provider, providerSubscriptionId } },
      select: { user: { select } },
    });
    if (subscription) return subscription.user;
  }
  // A subscription at PayPal is written down before the buyer sees it. One that is not known was not begun here: PayPal lets anybody
  // with the site's public client id begin one, by a plan and in a name of their choice.
  if (fact.provider === 'paypal') return null;
  const id = fact.metadata.user_id;
  if (id && uuid.test(id)) {
    const user = await tx.db.user.findUnique({ where: { id }, select });
    if (user) return user;
  }
  if (!fact.customerId) return null;
  const customer = await tx.db.providerCustomer.findUnique({
    where: { provider_customerId: { provider: fact.provider, customerId: fact.customerId } },
    select: { user: { select } },
  });
  return customer?.user ?? null;
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
  const user = await findUser(tx, fact);
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
  });
  return 'applied';
}

/** One payment row for each invoice; the subscription's state comes by its own event. */
async function recordPayment(tx: Transaction, fact: PaymentFact): Promise<EventOutcome> {
  const user = await findUser(tx, fact);
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
  if (subscription) await applyPayment(tx, subscription, fact.currentPeriodEnd);
  await recordActivity(tx, { type: 'billing', description: 'Payment received', userId: user.id });
  return 'applied';
}

/** The provider's payment behind an invoice: refunds and disputes name it. */
async function linkPayment(tx: Transaction, fact: PaymentFact): Promise<EventOutcome> {
  if (!fact.invoiceId || !fact.paymentIntentId) return 'ignored';
  const { count } = await tx.db.payment.updateMany({
    where: { provider: fact.provider, providerInvoiceId: fact.invoiceId },
    data: { providerPaymentId: fact.paymentIntentId },
  });
  if (count === 0) throw new TooEarly();
  return 'applied';
}

async function tellOfFailure(tx: Transaction, fact: PaymentFact): Promise<EventOutcome> {
  const user = await findUser(tx, fact);
  if (!user) return 'ignored';
  // A first payment that is declined is told at the checkout; a mail is for renewals.
  if (fact.isFirstInvoice) return 'applied';
  await recordActivity(tx, { type: 'billing', description: 'A renewal payment failed', userId: user.id });
  await queueMail(tx, user.email, 'payment-failed', {
    name: user.name,
    amountCents: fact.amountCents,
    currency: fact.currency ?? membership.currency,
    billingUrl: `${config().appUrl}/profile/billing`,
  });
  return 'applied';
}

/** The payment an event is about, locked until `tx` ends: of two refunds at once neither overwrites the other. */
async function findPayment(tx: Transaction, fact: PaymentFact) {
  if (!fact.paymentIntentId) return null;
  await tx.db.$queryRaw`
    SELECT 1 FROM payments
    WHERE provider = ${fact.provider}::payment_provider AND provider_payment_id = ${fact.paymentIntentId} FOR NO KEY UPDATE`;
  return tx.db.payment.findFirst({
    where: { provider: fact.provider, providerPaymentId: fact.paymentIntentId },
    include: { user: { select: { email: true, name: true } } },
  });
}

type FoundPayment = NonNullable<Awaited<ReturnType<typeof findPayment>>>;

/** `amountCents` of a refund is the total refunded so far, so that a repeated or late event adds nothing twice. */
async function recordRefund(tx: Transaction, fact: PaymentFact): Promise<EventOutcome> {
  const payment = await findPayment(tx, fact);
  if (!payment) throw new TooEarly();
  return setRefunded(tx, payment, fact.amountCents);
}

/** One refund of a provider that tells no total: each is kept once by its own id, and the total is their sum. */
async function addRefund(tx: Transaction, fact: PaymentFact): Promise<EventOutcome> {
  const payment = await findPayment(tx, fact);
  if (!payment) throw new TooEarly();
  if (!fact.refundId) return 'ignored';
  const { provider, refundId: providerRefundId, amountCents, createdAt } = fact;
  const { count } = await tx.db.paymentRefund.createMany({
    data: { provider, providerRefundId, paymentId: payment.id, amountCents, createdAt },
    skipDuplicates: true,
  });
  if (count === 0) return 'duplicate';
  const { _sum } = await tx.db.paymentRefund.aggregate({
    where: { paymentId: payment.id },
    _sum: { amountCents: true },
  });
  return setRefunded(tx, payment, _sum.amountCents ?? 0);
}

/** Takes over how much of a locked payment has been given back in total, and tells the member what is new of it. */
async function setRefunded(
  tx: Transaction,
  payment: FoundPayment,
  totalCents: number,
): Promise<EventOutcome> {
  const refunded = Math.min(totalCents, payment.amountCents);
  if (refunded <= payment.amountRefundedCents) return 'duplicate';
  await tx.db.payment.update({
    where: { id: payment.id },
    data: {
      amountRefundedCents: refunded,
      status: refunded === payment.amountCents ? 'refunded' : 'partially_refunded',
    },
  });
  await recordActivity(tx, { type: 'billing', description: 'Payment refunded', userId: payment.userId });
  await queueMail(tx, payment.user.email, 'payment-refunded', {
    name: payment.user.name,
    amountCents: refunded - payment.amountRefundedCents,
    currency: payment.currency,
  });
  return 'applied';
}

async function recordDispute(tx: Transaction, fact: PaymentFact): Promise<EventOutcome> {
  const payment = await findPayment(tx, fact);
  if (!payment) throw new TooEarly();
  await tx.db.payment.update({ where: { id: payment.id }, data: { status: 'disputed' } });
  await recordActivity(tx, { type: 'billing', description: 'Payment disputed', userId: payment.userId });
  return 'applied';
}
