import type Stripe from 'stripe';
import type {
  BumpFact,
  DisputeChanged,
  DisputeState,
  FeeFact,
  PaymentFact,
  RefundChanged,
  RefundStatus,
} from '#app/platform/payments/facts.ts';
import { wholeId } from '#app/platform/payments/payment-line.ts';
import { fromSeconds, idOf } from '#app/platform/payments/stripe/values.ts';

// What Stripe's invoices, checkouts, refunds and disputes tell of money. Amounts are integer cents.

/** What every fact of an event begins with. */
interface Head {
  provider: 'stripe';
  eventId: string;
  type: string;
  createdAt: Date;
}

const httpsOnly = (url: string | null | undefined) => (url?.startsWith('https://') ? url : null);

/** Whose invoice it is, and of which subscription; null where it is of none: the site sells nothing else by invoice. */
function invoiceOf(head: Head, { id, customer, parent, currency }: Stripe.Invoice) {
  const details = parent?.subscription_details;
  const subscriptionId = idOf(details?.subscription);
  if (!id || !subscriptionId) return null;
  const payer = { customerId: idOf(customer), subscriptionId, metadata: details?.metadata ?? {} };
  return { ...head, ...payer, invoiceId: id, currency };
}

/** What was added to a purchase, as the site wrote it to it: its key and its price in integer cents; null where nothing was. */
export function bumpIn({ bump: product, bump_offer: offer }: Record<string, string>) {
  const [, cents] = /^(\d{1,9}) [a-z]{3} once$/.exec(offer ?? '') ?? [];
  return product && cents ? { product, cents: Number(cents) } : null;
}

const sumOf = (amounts: readonly { amount: number }[] | null | undefined) =>
  (amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);

/** What the first invoice of a subscription took for what was added to it; null where nothing was. */
function bumpOfInvoice({ lines, billing_reason, parent, amount_paid }: Stripe.Invoice): BumpFact | null {
  const bump = bumpIn(parent?.subscription_details?.metadata ?? {});
  if (!bump || billing_reason !== 'subscription_create') return null;
  const items = lines.data.filter(({ parent: of }) => of?.type === 'invoice_item_details');
  // Something that waited to be charged by the customer's next invoice may be on it too.
  const line = items.find(({ amount }) => amount === bump.cents) ?? items[0];
  if (!line) return null;
  const taxCents = sumOf(line.taxes);
  const cents = line.amount - sumOf(line.discount_amounts) + taxCents;
  // What a balance of the customer's covered is no money.
  return { product: bump.product, amountCents: Math.min(cents, amount_paid), taxCents };
}

/** What an invoice took: what a balance of the customer's covered is no money. */
export function invoicePaid(head: Head, invoice: Stripe.Invoice): PaymentFact | null {
  const fact = invoiceOf(head, invoice);
  if (!fact) return null;
  const period = periodOf(invoice);
  const bump = bumpOfInvoice(invoice);
  return {
    ...fact,
    kind: 'invoice_paid',
    paymentId: null,
    amountCents: invoice.amount_paid - (bump?.amountCents ?? 0),
    taxCents: Math.max(0, sumOf(invoice.total_taxes) - (bump?.taxCents ?? 0)),
    billingReason: invoice.billing_reason,
    paysFor: kindOf(invoice),
    periodStart: fromSeconds(period?.start),
    periodEnd: fromSeconds(period?.end),
    receiptUrl: httpsOnly(invoice.hosted_invoice_url),
    promotionCode: codeOf(invoice.discounts ?? []),
    discountCents: sumOf(invoice.total_discount_amounts),
    ...(bump ? { bump } : {}),
  };
}

/**
 * The period that was paid for stands in an invoice's lines; its own is that of its items before. Beside the line of the new period
 * there may be some of a change in the middle of one: those are of what is left of it.
 */
function periodOf({ lines }: Stripe.Invoice): Stripe.InvoiceLineItem.Period | undefined {
  const isProration = ({ parent }: Stripe.InvoiceLineItem) =>
    (parent?.subscription_item_details ?? parent?.invoice_item_details)?.proration === true;
  const whole = lines.data.filter((line) => !isProration(line));
  const periods = (whole.length > 0 ? whole : lines.data).map(({ period }) => period);
  return periods.toSorted((a, b) => b.end - a.end)[0];
}

/** Reasons of invoices that are always for a whole period, whatever else is on them. */
const periodReasons: readonly (string | null)[] = ['subscription_create', 'subscription_cycle'];

/**
 * Whether an invoice is for a whole period. One that is made when a subscription changes may be: another interval, or a trial that ends,
 * begins a period, which has a line that is no proration. Items that were put on an invoice by hand are no period.
 */
function kindOf({ billing_reason, lines }: Stripe.Invoice): 'period' | 'adjustment' {
  if (periodReasons.includes(billing_reason)) return 'period';
  const isWhole = ({ amount, parent }: Stripe.InvoiceLineItem) =>
    amount > 0 && parent?.subscription_item_details?.proration === false;
  return lines.data.some(isWhole) ? 'period' : 'adjustment';
}

/** The promotion code that somebody typed, among discounts that stand there whole. */
function codeOf(discounts: Stripe.Invoice['discounts'] | Stripe.Checkout.Session.Discount[]): string | null {
  const codes = discounts.map((discount) =>
    typeof discount === 'string' ? null : idOf(discount.promotion_code),
  );
  return codes.find((code) => code !== null) ?? null;
}

/** Whether an invoice has discounts of which only the ids are told. */
export const hidesDiscounts = ({ discounts }: Stripe.Invoice): boolean =>
  (discounts ?? []).some((discount) => typeof discount === 'string');

export function invoiceFailed(head: Head, invoice: Stripe.Invoice): PaymentFact | null {
  const fact = invoiceOf(head, invoice);
  if (!fact) return null;
  const { invoiceId: _, ...failure } = fact;
  const isFirstInvoice = invoice.billing_reason === 'subscription_create';
  return { ...failure, kind: 'invoice_failed', isFirstInvoice, amountCents: invoice.amount_due };
}

/**
 * A checkout of what is paid once. One of a subscription comes with its invoice; one that is not paid yet comes with its payment.
 * One that a discount made free has no payment: it goes by its own id.
 */
export function sessionPaid(head: Head, session: Stripe.Checkout.Session): PaymentFact | null {
  const isFree = session.payment_status === 'no_payment_required' && session.amount_total === 0;
  const paymentId = isFree ? session.id : idOf(session.payment_intent);
  if (session.mode !== 'payment' || !(isFree || session.payment_status === 'paid') || !paymentId) return null;
  const metadata = session.metadata ?? {};
  const bump = bumpOfSession(session);
  const { amount_total: total, amount_subtotal: subtotal, total_details: details } = session;
  return {
    ...head,
    kind: 'product_paid',
    customerId: idOf(session.customer),
    subscriptionId: null,
    metadata,
    paymentId,
    amountCents: (total ?? 0) - (bump?.fact.amountCents ?? 0),
    subtotalCents: subtotal === null ? null : subtotal - (bump?.subtotalCents ?? 0),
    taxCents: (details?.amount_tax ?? 0) - (bump?.fact.taxCents ?? 0),
    currency: session.currency ?? '',
    promotionCode: codeOf(session.discounts ?? []),
    discountCents: details?.amount_discount ?? 0,
    ...(bump ? { bump: bump.fact } : {}),
  };
}

/** What a checkout took for what was added to it, by its lines where the event has them; null where nothing was. */
function bumpOfSession({ metadata, line_items }: Stripe.Checkout.Session) {
  const bump = bumpIn(metadata ?? {});
  if (!bump) return null;
  const { product, cents } = bump;
  const line = line_items?.data.find(({ price }) => price?.lookup_key === metadata?.bump_price);
  if (!line) return { fact: { product, amountCents: cents, taxCents: 0 }, subtotalCents: cents };
  const fact = { product, amountCents: line.amount_total, taxCents: line.amount_tax };
  return { fact, subtotalCents: line.amount_subtotal };
}

const refundStatuses: Record<string, RefundStatus> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'canceled',
};

export function refundChanged(head: Head, refund: Stripe.Refund): RefundChanged | null {
  const paymentId = idOf(refund.payment_intent);
  if (!paymentId) return null;
  const { id: refundId, amount: amountCents, currency } = refund;
  const status = refundStatuses[refund.status ?? ''] ?? 'pending';
  const { line } = refund.metadata ?? {};
  const ofLine = line && wholeId(line) === paymentId ? { lineId: line } : {};
  return { ...head, kind: 'refund_changed', refundId, paymentId, amountCents, currency, status, ...ofLine };
}

/** Of what is no inquiry, and not won or prevented, the money is gone, for now or for good. */
function stateOfDispute(status: string): DisputeState {
  if (status === 'won' || status === 'lost') return status;
  if (status === 'warning_closed' || status === 'prevented') return 'inquiry_closed';
  return status.startsWith('warning_') ? 'inquiry' : 'open';
}

export function disputeChanged(head: Head, dispute: Stripe.Dispute): DisputeChanged | null {
  const paymentId = idOf(dispute.payment_intent);
  if (!paymentId) return null;
  const { id: disputeId, amount: amountCents, currency } = dispute;
  const state = stateOfDispute(dispute.status);
  const moves = dispute.balance_transactions ?? [];
  const amounts = { amountCents, currency, ...withdrawnBy(moves) };
  return { ...head, kind: 'dispute_changed', disputeId, paymentId, ...amounts, state, ...feeOf(moves) };
}

/** What a dispute took from the balance, whether or not it came back since; nothing where none is told. */
function withdrawnBy(
  moves: readonly Pick<Stripe.BalanceTransaction, 'amount' | 'currency'>[],
): Pick<DisputeChanged, 'withdrawn'> {
  const withdrawals = moves.filter(({ amount }) => amount < 0);
  const [first] = withdrawals;
  if (!first) return {};
  return {
    withdrawn: { cents: -withdrawals.reduce((sum, { amount }) => sum + amount, 0), currency: first.currency },
  };
}

/** What Stripe takes for something by all that moved its account's balance; nothing where none is told. */
export function feeOf(moves: readonly Pick<Stripe.BalanceTransaction, 'fee' | 'currency'>[]): FeeFact {
  const [first] = moves;
  if (!first) return {};
  return { feeCents: moves.reduce((sum, { fee }) => sum + fee, 0), feeCurrency: first.currency };
}
