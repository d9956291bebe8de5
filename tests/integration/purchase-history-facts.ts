// What providers tell of a customer's purchases, in the order in which it happens.
import { randomUUID } from 'node:crypto';
import { productOf } from '#app/domain/core/catalogue/products.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import type { PaymentFact, PaymentProvider } from '#app/platform/payments/facts.ts';
import type { SubscriptionStatus } from '#app/platform/payments/subscription-status.ts';
import { newFact } from '#tests/integration/facts.ts';
import {
  type Customer,
  dayMs,
  type MoneyBack,
  type PurchaseHistory,
  paidPeriods,
  partOf,
  periodsOf,
  prices,
  type SubscriptionHistory,
  taxOf,
} from '#tests/integration/purchase-history.ts';

const second = 1000;

/** Writes a purchase down as its beginning does where its provider's word alone would not do, and tells everything of all of them. */
export async function factsOf(customer: Customer, userId: string, present: number): Promise<PaymentFact[]> {
  const facts: PaymentFact[] = [];
  for (const history of [customer.membership, customer.pro])
    if (history) facts.push(...(await subscriptionFacts(history, userId, present)));
  for (const history of [customer.ebook, customer.programme]) {
    if (!history) continue;
    facts.push(...(await purchaseFacts(history, userId, present)));
    if (history.isTwice) facts.push(...(await purchaseFacts(history, userId, present)));
  }
  return facts.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}

const metadataOf = (userId: string, product: keyof typeof prices, interval: 'month' | 'once') => ({
  user_id: userId,
  product,
  offer: `${prices[product]} usd ${interval}`,
});

async function subscriptionFacts(
  history: SubscriptionHistory,
  userId: string,
  present: number,
): Promise<PaymentFact[]> {
  const { product, provider, end } = history;
  const subscriptionId = `sub_${randomUUID()}`;
  const metadata = metadataOf(userId, product, 'month');
  const isStripe = provider === 'stripe';
  const amountCents = prices[product];
  if (!isStripe)
    await prisma().subscription.create({
      data: {
        userId,
        product,
        provider,
        providerSubscriptionId: subscriptionId,
        status: 'incomplete',
        amount: amountCents,
        offeredCents: amountCents,
        offeredCurrency: 'usd',
        offeredInterval: 'month',
      },
    });
  const periods = periodsOf(history, present);
  const [first] = periods;
  const last = periods.at(-1);
  if (!first || !last) return [];
  const facts: PaymentFact[] = [];
  const told = { provider, subscriptionId, metadata: isStripe ? metadata : {} };
  const price = {
    id: `price_${product}`,
    lookupKey: `${product}_usd_${amountCents}_month`,
    amountCents,
    currency: 'usd',
    interval: 'month',
  };
  const status = (
    at: number,
    value: SubscriptionStatus,
    period: { from: number; to: number },
    fields: Partial<Extract<PaymentFact, { kind: 'subscription_updated' }>> = {},
  ) =>
    facts.push(
      newFact('subscription_updated', {
        ...told,
        status: value,
        createdAt: new Date(at),
        price: isStripe ? price : null,
        startedAt: new Date(first.from),
        currentPeriodStart: new Date(period.from),
        currentPeriodEnd: new Date(period.to),
        ...fields,
      }),
    );
  if (isStripe) status(first.from, 'incomplete', first);
  for (const [index, period] of periods.entries()) {
    const { from, cents, paidAt, isFailed, isStumbling } = period;
    const before = periods[index - 1] ?? period;
    // PayPal says of a subscription whose payment failed that it is active, and until when it is paid.
    const unpaid = isStripe ? period : before;
    const due = from + 3600 * second;
    if (isStripe) status(from + second, 'active', period);
    if (isFailed || isStumbling) {
      facts.push(newFact('invoice_failed', { ...told, amountCents: cents, createdAt: new Date(due) }));
      status(due + second, isStripe ? 'past_due' : 'active', unpaid);
    }
    if (isFailed) continue;
    const invoiceId = `in_${randomUUID()}`;
    const paymentId = isStripe ? `pi_${randomUUID()}` : invoiceId;
    const isTold = isStripe || cents > 0;
    if (isTold)
      facts.push(
        newFact('invoice_paid', {
          ...told,
          invoiceId,
          paymentId: isStripe ? null : paymentId,
          amountCents: cents,
          createdAt: new Date(paidAt),
          billingReason: index === 0 ? 'subscription_create' : 'subscription_cycle',
          ...(isStripe ? { periodStart: new Date(from), periodEnd: new Date(period.to) } : {}),
        }),
      );
    if (isStripe && cents > 0)
      facts.push(newFact('payment_linked', { invoiceId, paymentId, createdAt: new Date(paidAt) }));
    if (!isStripe || isStumbling)
      status(
        paidAt + second,
        'active',
        period,
        !isStripe && cents === 0 ? { trialEnd: new Date(period.to) } : {},
      );
    if (history.moneyBack && period.from === paidPeriods(history, present)[history.moneyBack.ofLast]?.from)
      facts.push(...moneyFacts(history.moneyBack.money, { provider, paymentId, amountCents: cents, paidAt }));
  }
  const canceledAt = last.from + 8 * dayMs;
  if (end === 'canceled' || end === 'over') {
    if (isStripe) status(canceledAt, 'active', last, { cancelAtPeriodEnd: true });
    else
      status(canceledAt, 'canceled', last, {
        cancelAtPeriodEnd: true,
        canceledAt: new Date(canceledAt),
        isRequested: true,
      });
  }
  if (end === 'over' && isStripe)
    status(last.to, 'canceled', last, { canceledAt: new Date(canceledAt), isRequested: true });
  if (end === 'unpaid' && last.isFailed)
    status(canceledAt, 'canceled', last, {
      canceledAt: new Date(canceledAt),
      // PayPal says until when it was paid, or free.
      ...(isStripe ? {} : { currentPeriodEnd: new Date(last.from), cancelAtPeriodEnd: true }),
    });
  return facts;
}

async function purchaseFacts(
  history: PurchaseHistory,
  userId: string,
  present: number,
): Promise<PaymentFact[]> {
  const { product, provider, daysAgo } = history;
  const price = prices[product];
  const tax = taxOf(history);
  const paidAt = present - daysAgo * dayMs;
  const createdAt = new Date(paidAt);
  const paymentId = `pay_${randomUUID()}`;
  const money = { provider, paymentId, amountCents: price + tax, paidAt };
  const facts = history.isTwice ? [] : moneyFacts(history.money, money);
  if (provider === 'stripe') {
    const metadata = metadataOf(userId, product, 'once');
    const paid = { paymentId, metadata, subscriptionId: null, amountCents: price + tax, createdAt };
    facts.push(newFact('product_paid', { ...paid, type: 'payment_intent.succeeded' }));
    facts.push(newFact('product_paid', { ...paid, taxCents: tax, type: 'checkout.session.completed' }));
    return facts;
  }
  const begunId = `ORDER-${randomUUID()}`;
  if (!productOf(product)) throw new Error(`${product} is not sold`);
  await prisma().purchase.create({
    data: { userId, product, provider, providerPaymentId: begunId, amountCents: price, currency: 'usd' },
  });
  const head = { provider, createdAt } as const;
  facts.push(newFact('purchase_approved', { ...head, begunId, createdAt: new Date(paidAt - 5 * second) }));
  facts.push(
    newFact('product_paid', {
      ...head,
      begunId,
      paymentId,
      subscriptionId: null,
      amountCents: price,
      taxCents: null,
    }),
  );
  return facts;
}

/** What is told of the money of one payment that goes back, or is to. */
function moneyFacts(
  { refunds, dispute }: MoneyBack,
  paid: { provider: PaymentProvider; paymentId: string; amountCents: number; paidAt: number },
): PaymentFact[] {
  const { provider, paymentId, amountCents, paidAt } = paid;
  const on = (days: number) => new Date(paidAt + days * dayMs);
  const facts: PaymentFact[] = [];
  for (const { percent, at, end } of refunds) {
    const refund = {
      provider,
      paymentId,
      refundId: `re_${randomUUID()}`,
      amountCents: partOf(amountCents, percent),
    };
    facts.push(newFact('refund_changed', { ...refund, createdAt: on(at), status: 'pending' }));
    if (end !== 'pending')
      facts.push(newFact('refund_changed', { ...refund, createdAt: on(at + 0.1), status: 'succeeded' }));
    if (end === 'failed')
      facts.push(newFact('refund_changed', { ...refund, createdAt: on(at + 0.2), status: 'failed' }));
  }
  if (!dispute) return facts;
  const { percent, at, isInquired, end } = dispute;
  const disputed = {
    provider,
    paymentId,
    disputeId: `dp_${randomUUID()}`,
    amountCents: partOf(amountCents, percent),
  };
  const tell = (state: Extract<PaymentFact, { kind: 'dispute_changed' }>['state'], days: number) =>
    facts.push(newFact('dispute_changed', { ...disputed, createdAt: on(days), state }));
  const isOnlyInquiry = end === 'inquiry' || end === 'inquiry_closed';
  if (isInquired || isOnlyInquiry) tell('inquiry', at);
  if (!isOnlyInquiry) tell('open', at + 0.3);
  if (end === 'inquiry_closed' || end === 'won' || end === 'lost') tell(end, at + 0.8);
  return facts;
}
