import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { readInstallments, readOffer } from '#app/domain/core/catalogue/offer.ts';
import { referralOfPayment } from '#app/domain/programme/affiliates/sale-referrals.server.ts';
import { reckonSellerAgain } from '#app/domain/programme/commissions/recalculation.server.ts';
import { settleCommissions } from '#app/domain/programme/commissions/settle.server.ts';
import { mailPayment } from '#app/domain/selling/billing/confirmation.server.ts';
import { keepFailure } from '#app/domain/selling/billing/dunning.server.ts';
import { askForFee, feeColumns } from '#app/domain/selling/billing/fees.server.ts';
import { installmentOf } from '#app/domain/selling/billing/installment-rules.ts';
import { confirmSwitch } from '#app/domain/selling/billing/interval-news.server.ts';
import { findAdjustments, kindByReason } from '#app/domain/selling/billing/payment-kind.ts';
import {
  applyPayment,
  lockSubscription,
  takePeriod,
} from '#app/domain/selling/billing/subscriptions.server.ts';
import {
  applied,
  duplicate,
  type EventResult,
  ignored,
  UnknownPayment,
} from '#app/domain/selling/payment-events/event-outcome.ts';
import { keepFreePeriod } from '#app/domain/selling/payment-events/free-periods.server.ts';
import { findKnownSubscription, findPayer } from '#app/domain/selling/payment-events/payer.server.ts';
import { settleSubscription } from '#app/domain/selling/payment-events/settlement.server.ts';
import { subscribedProduct } from '#app/domain/selling/payment-events/subscriptions.server.ts';
import { settlePromotion } from '#app/domain/selling/promotions/settle.server.ts';
import { issueReceipt } from '#app/domain/selling/receipts/issuing.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import type { Payment } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';
import type { InvoiceFailed, InvoicePaid, PaymentLinked } from '#app/platform/payments/facts.ts';
import { lineId } from '#app/platform/payments/payment-line.ts';
import { canOf } from '#app/platform/payments/port.ts';

/**
 * The key of the product that an invoice is for, and whose it is; null for nobody known.
 * @throws {UnknownPayment} where nothing here says that it is one of ours
 */
async function findSold(tx: Transaction, fact: InvoicePaid | InvoiceFailed) {
  const { provider, subscriptionId, metadata } = fact;
  const known = await findKnownSubscription(tx, provider, subscriptionId);
  // An invoice does not name the key of its price: whose it is may be for its provider to tell.
  const product = known?.product ?? subscribedProduct({ lookupKey: null, metadata })?.key;
  if (!product) throw new UnknownPayment();
  const user = await findPayer(tx, fact, known);
  return user && { product, user };
}

/**
 * One payment row for each invoice that took money, with what was paid; the subscription's state comes by its own event. Where a
 * discount, a trial or a credit left nothing to take, only the period is taken over.
 */
export async function recordPayment(tx: Transaction, fact: InvoicePaid): Promise<EventResult> {
  const sold = await findSold(tx, fact);
  if (!sold) return ignored('payer_unknown');
  const { product, user } = sold;
  const { provider, subscriptionId, amountCents, currency, metadata } = fact;
  // A credit may have covered part of the invoice, tax included: never more tax than money.
  const taxCents = Math.min(fact.taxCents, amountCents);
  const offer = readOffer(metadata.offer);
  const subscription = await lockSubscription(tx, {
    userId: user.id,
    provider,
    providerSubscriptionId: subscriptionId,
    product,
    offer,
    installments: readInstallments(metadata),
    price: offer ?? { cents: amountCents - taxCents, currency, interval: null },
  });
  // Paid before it was taken over from another system: that has earned, and its receipt is written.
  if (subscription.adoptedAt && fact.createdAt < subscription.adoptedAt) return ignored('not_ours');
  const kind = fact.paysFor ?? kindByReason(fact.billingReason);
  if (amountCents === 0) {
    await takePeriod(tx, subscription.id, fact);
    await confirmSwitch(tx, subscription, { kind, billingReason: fact.billingReason });
    // A change of price that a credit covers makes no time free: another payment pays for its period.
    if (kind === 'period' || fact.billingReason === null) await keepFreePeriod(tx, subscription, fact);
    await settleSubscription(tx, subscription.id);
    return applied;
  }
  const [recorded] = await tx.db.payment.createManyAndReturn({
    data: {
      userId: user.id,
      subscriptionId: subscription.id,
      product: subscription.product,
      provider,
      providerInvoiceId: fact.invoiceId,
      providerPaymentId: fact.paymentId,
      amountCents,
      taxCents,
      currency,
      ...feeColumns(fact),
      promotionCode: fact.promotionCode ?? null,
      cardFingerprint: fact.cardFingerprint ?? null,
      status: 'paid',
      receiptUrl: fact.receiptUrl,
      kind,
      periodStart: fact.periodStart ?? (kind === 'period' ? fact.createdAt : null),
      periodEnd: fact.periodEnd,
      billingReason: fact.billingReason,
      installment: kind === 'period' ? installmentOf(subscription, fact) : null,
      paidAt: fact.createdAt,
    },
    skipDuplicates: true,
  });
  if (!recorded) return duplicate;
  // Paid in the moment of its adoption, and read as history: it is ours after all, and counted once.
  if (subscription.adoptedAt)
    await tx.db.pastPayment.deleteMany({ where: { provider, providerInvoiceId: fact.invoiceId } });
  await confirmSwitch(tx, subscription, recorded);
  const payment = await settlePromotion(tx, recorded, fact);
  if (canOf(provider).sellsByPlan) await settleKinds(tx, payment, subscription.interval);
  await referralOfPayment(tx, payment);
  await applyPayment(tx, subscription, { ...fact, netCents: amountCents - taxCents });
  await settleSubscription(tx, subscription.id);
  await settleCommissions(tx, payment.id, { key: 'paid', reason: 'terms', at: fact.createdAt });
  const since = earlier(fact.periodStart, fact.createdAt);
  await reckonSellerAgain(tx, { userId: user.id, product: subscription.product, since });
  await recordActivity(tx, {
    kind: 'payment_received',
    userId: user.id,
    subject: { type: 'subscription', id: subscription.id },
    details: { amountCents, currency },
  });
  await issueReceipt(tx, payment);
  // The mail that welcomes a member carries the first receipt.
  if (subscription.subscribedAt) await mailPayment(tx, user, subscription);
  return applied;
}

/**
 * A provider that sells by plans does not say what a payment is for: told are the differences of the period that this payment ends
 * with, in whatever order they came.
 */
async function settleKinds(
  tx: Transaction,
  { subscriptionId, periodEnd }: Pick<Payment, 'subscriptionId' | 'periodEnd'>,
  interval: string,
): Promise<void> {
  if (!subscriptionId || !periodEnd) return;
  const within = (days: number) => new Date(periodEnd.getTime() + days * dayMs);
  const payments = await tx.db.payment.findMany({
    where: { subscriptionId, periodEnd: { gte: within(-1), lte: within(1) } },
    select: { id: true, kind: true, periodStart: true, periodEnd: true },
  });
  if (payments.length < 2) return;
  const adjustments = findAdjustments(payments, interval);
  for (const { id, kind } of payments) {
    const actual = adjustments.has(id) ? 'adjustment' : 'period';
    if (kind !== actual) await tx.db.payment.update({ where: { id }, data: { kind: actual } });
  }
}

const earlier = (a: Date | null, b: Date) => (a && a < b ? a : b);

/** A payment beyond the last installment goes back once it is known by what. */
async function settleLinked(tx: Transaction, { provider, invoiceId }: PaymentLinked): Promise<void> {
  const payment = await tx.db.payment.findFirst({
    where: { provider, providerInvoiceId: invoiceId, subscription: { installments: { not: null } } },
    select: { userId: true, subscriptionId: true },
  });
  if (!payment?.subscriptionId) return;
  await lockUser(tx, payment.userId);
  await settleSubscription(tx, payment.subscriptionId, true);
}

/** The provider's payment behind an invoice: refunds and disputes name it. */
export async function linkPayment(tx: Transaction, fact: PaymentLinked): Promise<EventResult> {
  const { count } = await tx.db.payment.updateMany({
    where: { provider: fact.provider, providerInvoiceId: fact.invoiceId },
    data: { providerPaymentId: fact.paymentId },
  });
  if (count === 0) throw new UnknownPayment();
  await settleLinked(tx, fact);
  // What was added to it is a line of the same payment.
  const lineStart = lineId(fact.invoiceId, '');
  await tx.db.$executeRaw`
    UPDATE payments SET provider_payment_id = ${lineId(fact.paymentId, '')} || substr(provider_invoice_id, ${lineStart.length + 1}::int)
    WHERE provider = ${fact.provider}::payment_provider AND provider_payment_id IS NULL
      AND starts_with(provider_invoice_id, ${lineStart})
      -- Among those of its payer, which an index finds.
      AND user_id = (SELECT user_id FROM payments
        WHERE provider = ${fact.provider}::payment_provider AND provider_invoice_id = ${fact.invoiceId})`;
  await askForFee(tx, { provider: fact.provider, kind: 'payment', id: fact.paymentId });
  return applied;
}

/** Writes down that a renewal could not be collected, of which its member is told while it is missing. */
export async function recordFailure(tx: Transaction, fact: InvoiceFailed): Promise<EventResult> {
  const found = await findSold(tx, fact);
  if (!found) return ignored('payer_unknown');
  const { product, user } = found;
  // A first payment that is declined is told at the checkout; a mail is for renewals.
  if (fact.isFirstInvoice) return applied;
  const { provider, subscriptionId, amountCents, currency, metadata, createdAt } = fact;
  const offer = readOffer(metadata.offer);
  const sold = { userId: user.id, provider, providerSubscriptionId: subscriptionId, product };
  const { id } = await lockSubscription(tx, {
    ...sold,
    offer,
    installments: readInstallments(metadata),
    price: offer,
  });
  await keepFailure(tx, id, createdAt);
  await settleSubscription(tx, id);
  const subject = { type: 'subscription', id } as const;
  await recordActivity(tx, {
    kind: 'renewal_failed',
    userId: user.id,
    subject,
    details: { amountCents, currency },
  });
  return applied;
}
