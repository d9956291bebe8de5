import { randomUUID } from 'node:crypto';
import { ignoredFact, type PaymentFact } from '#app/platform/payments/port.ts';

/** A provider's event of the membership, with as much as its kind needs. */
export function newFact(kind: PaymentFact['kind'], fields: Partial<PaymentFact> = {}): PaymentFact {
  const event = {
    provider: 'stripe',
    eventId: `evt_${randomUUID()}`,
    type: kind,
    createdAt: new Date(),
  } as const;
  return { ...ignoredFact(event), kind, currency: 'usd', ...fields };
}

/** When the first event of every sale was made. */
export const saleAt = new Date('2026-11-01T10:00:00Z');

/** A moment some seconds after the sale. */
export const secondsAfter = (seconds: number) => new Date(saleAt.getTime() + seconds * 1000);

/** What the provider tells of one subscription of a user, from the sale on. */
export function newSale(userId: string, options: { paidAfterSeconds?: number } = {}) {
  const subscriptionId = `sub_${randomUUID()}`;
  const invoiceId = `in_${randomUUID()}`;
  const paymentIntentId = `pi_${randomUUID()}`;
  const metadata = { user_id: userId, product: 'membership' };
  const paidAt = secondsAfter(options.paidAfterSeconds ?? 30);
  const periodEnd = new Date('2026-12-01T10:00:00Z');
  /** News of the subscription, some seconds after the sale. */
  const status = (
    value: NonNullable<PaymentFact['status']>,
    createdAt = paidAt,
    fields: Partial<PaymentFact> = {},
  ) =>
    newFact('subscription_updated', {
      subscriptionId,
      status: value,
      createdAt,
      currentPeriodEnd: periodEnd,
      metadata,
      ...fields,
    });
  return {
    subscriptionId,
    invoiceId,
    paymentIntentId,
    metadata,
    status,
    created: status('incomplete', saleAt),
    activated: status('active'),
    paid: newFact('invoice_paid', {
      subscriptionId,
      invoiceId,
      createdAt: paidAt,
      isFirstInvoice: true,
      amountCents: 4_700,
      metadata,
    }),
    linked: newFact('payment_linked', { invoiceId, paymentIntentId, createdAt: paidAt, metadata }),
    ...moneyBack({ paymentIntentId, amountCents: 4_700, metadata }),
  };
}

/** What the provider tells of one payment for the ebook. */
export function newEbookSale(userId: string, fields: Partial<PaymentFact> = {}) {
  const paymentIntentId = `pi_${randomUUID()}`;
  const metadata = { user_id: userId, product: 'ebook' };
  const paid = { paymentIntentId, metadata, amountCents: 700, ...fields };
  return {
    paymentIntentId,
    paid: newFact('product_paid', { ...paid, type: 'payment_intent.succeeded' }),
    completed: newFact('product_paid', { ...paid, type: 'checkout.session.completed', taxCents: 58 }),
    ...moneyBack(paid),
  };
}

/** What the provider tells of money that goes back, or is to. */
function moneyBack(paid: Pick<PaymentFact, 'paymentIntentId' | 'amountCents' | 'metadata'>) {
  const disputeId = `dp_${randomUUID()}`;
  return {
    /** `amountCents` refunded in total so far. */
    refunded: (amountCents: number) => newFact('charge_refunded', { ...paid, amountCents }),
    disputed: (fields: Partial<PaymentFact> = {}) =>
      newFact('dispute_opened', { ...paid, disputeId, ...fields }),
    decided: (disputeOutcome: 'won' | 'lost', fields: Partial<PaymentFact> = {}) =>
      newFact('dispute_closed', { ...paid, disputeId, disputeOutcome, ...fields }),
  };
}

/** Every order of `items`. */
export function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((first, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [first, ...rest]),
  );
}
