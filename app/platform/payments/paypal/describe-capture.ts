import { z } from 'zod';
import { centsOf } from '#app/platform/payments/decimal-cents.ts';
import type {
  DisputeChanged,
  FeeFact,
  PaymentFact,
  ProductPaid,
  RefundChanged,
  RefundStatus,
} from '#app/platform/payments/facts.ts';
import type { Head } from '#app/platform/payments/paypal/describe-subscription.ts';

// What PayPal tells of orders, which are paid once: the order is approved by the buyer, a capture takes its money, refunds name the
// capture.

const linksSchema = z.array(z.object({ rel: z.string(), href: z.string() })).default([]);

const moneySchema = z.object({ value: z.string(), currency_code: z.string() });

/** As much of a capture as the site reads. */
export const captureSchema = z.object({
  id: z.string(),
  status: z.string().optional(),
  amount: moneySchema,
  custom_id: z.string().optional(),
  supplementary_data: z
    .object({ related_ids: z.object({ order_id: z.string().optional() }).optional() })
    .optional(),
  // Not there while a capture is pending.
  seller_receivable_breakdown: z.object({ paypal_fee: moneySchema.optional() }).optional(),
  create_time: z.string().optional(),
  links: linksSchema,
});

/** What gives a capture back, whole or in part: a refund, or a reversal by the bank. */
export const captureRefundSchema = z.object({
  id: z.string(),
  status: z.string().optional(),
  amount: moneySchema.optional(),
  seller_payable_breakdown: z.object({ paypal_fee: moneySchema.optional() }).optional(),
  links: linksSchema,
});

/** As much of an order as the site reads. */
export const orderSchema = z.object({
  id: z.string(),
  status: z.string(),
  intent: z.string().optional(),
  create_time: z.string().optional(),
  purchase_units: z
    .array(
      z.object({
        amount: moneySchema
          .extend({ breakdown: z.object({ tax_total: moneySchema.optional() }).optional() })
          .optional(),
        payments: z.object({ captures: z.array(captureSchema).default([]) }).optional(),
      }),
    )
    .default([]),
  links: linksSchema,
});

export type PaypalOrder = z.infer<typeof orderSchema>;

/** What takes back money: its capture is still to be found. */
type BackOfCapture = Omit<RefundChanged, 'paymentId'> | Omit<DisputeChanged, 'paymentId'>;

/** An event that leaves out the order of a capture, or the capture of a refund: PayPal is to be asked. */
export type IncompleteCapture =
  | { kind: 'capture_without_order'; captureId: string; fact: Omit<ProductPaid, 'begunId'> | DeniedBare }
  | { kind: 'refund_without_capture'; refundId: string; fact: BackOfCapture };

type DeniedBare = Head & { kind: 'purchase_denied' };

const idIn = (links: z.infer<typeof linksSchema>, rel: string, path: RegExp) =>
  path.exec(links.find((link) => link.rel === rel)?.href ?? '')?.[1] ?? null;

/** The order that a capture pays, where PayPal says so. */
export function orderOf({ supplementary_data, links }: z.infer<typeof captureSchema>): string | null {
  return supplementary_data?.related_ids?.order_id ?? idIn(links, 'up', /\/v2\/checkout\/orders\/([\w-]+)$/);
}

/** The capture that a refund is of, where PayPal says so. */
export function captureOf({ links }: Pick<z.infer<typeof captureRefundSchema>, 'links'>): string | null {
  return idIn(links, 'up', /\/v2\/payments\/captures\/([\w-]+)$/);
}

/** What the site writes to an order as its `custom_id`, for who looks at it at PayPal; at most 127 characters. */
export function customIdOf({ user_id, product, offer }: Record<string, string>): string {
  return [user_id, product, offer].join(' ').slice(0, 127);
}

/** What a `custom_id` says; empty for none of ours. */
export function metadataIn(customId: string | undefined): Record<string, string> {
  const [, user_id, product, offer] = /^([0-9a-f-]{36}) (\w+) (.+)$/.exec(customId ?? '') ?? [];
  return user_id && product && offer ? { user_id, product, offer } : {};
}

/** Money that was taken, whatever order it is for. `taxCents` where the order says what of it is tax. */
function paidBy(
  head: Head,
  { id: paymentId, amount, custom_id, seller_receivable_breakdown }: z.infer<typeof captureSchema>,
  taxCents: number | null,
): Omit<ProductPaid, 'begunId'> {
  const fee = seller_receivable_breakdown?.paypal_fee;
  return {
    ...head,
    ...(fee ? { feeCents: centsOf(fee.value), feeCurrency: fee.currency_code.toLowerCase() } : {}),
    kind: 'product_paid',
    customerId: null,
    subscriptionId: null,
    metadata: metadataIn(custom_id),
    paymentId,
    amountCents: centsOf(amount.value),
    taxCents,
    currency: amount.currency_code.toLowerCase(),
  };
}

/** Money that was taken for an order. */
export function capturePaid(head: Head, resource: unknown): PaymentFact | IncompleteCapture {
  const capture = captureSchema.parse(resource);
  const fact = paidBy(head, capture, null);
  const begunId = orderOf(capture);
  return begunId ? { ...fact, begunId } : { kind: 'capture_without_order', captureId: capture.id, fact };
}

/** Money that was on its way, and will not come. */
export function captureDenied(head: Head, resource: unknown): PaymentFact | IncompleteCapture {
  const capture = captureSchema.parse(resource);
  const fact: DeniedBare = { ...head, kind: 'purchase_denied' };
  const begunId = orderOf(capture);
  return begunId ? { ...fact, begunId } : { kind: 'capture_without_order', captureId: capture.id, fact };
}

/** The buyer has agreed: the money can be taken. */
export function orderApproved(head: Head, resource: unknown): PaymentFact {
  const { id: begunId } = orderSchema.parse(resource);
  return { ...head, kind: 'purchase_approved', begunId };
}

const refundStatuses: Record<string, RefundStatus> = {
  PENDING: 'pending',
  FAILED: 'failed',
  CANCELLED: 'canceled',
};

/** What PayPal gives back of its own fee with a refund: that much less it has cost. Nothing where it does not say. */
export function feeReturned(fee: { value: string; currency_code: string } | undefined): FeeFact {
  if (!fee) return {};
  const cents = Math.abs(centsOf(fee.value));
  return { feeCents: cents === 0 ? 0 : -cents, feeCurrency: fee.currency_code.toLowerCase() };
}

/** A capture given back by the seller, or taken back by the bank without a case. */
export function captureBack(head: Head, resource: unknown): PaymentFact | IncompleteCapture {
  const refund = captureRefundSchema.parse(resource);
  if (!refund.amount) throw new RangeError('a refund without an amount');
  const money = {
    ...head,
    amountCents: Math.abs(centsOf(refund.amount.value)),
    currency: refund.amount.currency_code.toLowerCase(),
  };
  const fact: BackOfCapture =
    head.type === 'PAYMENT.CAPTURE.REVERSED'
      ? { ...money, kind: 'dispute_changed', disputeId: null, state: 'open' }
      : {
          ...money,
          kind: 'refund_changed',
          refundId: refund.id,
          status: refundStatuses[refund.status ?? ''] ?? 'succeeded',
          ...feeReturned(refund.seller_payable_breakdown?.paypal_fee),
        };
  // A reversal may be told as the capture itself.
  const isCapture = idIn(refund.links, 'self', /\/v2\/payments\/captures\/([\w-]+)$/) !== null;
  const paymentId = isCapture ? refund.id : captureOf(refund);
  return paymentId ? { ...fact, paymentId } : { kind: 'refund_without_capture', refundId: refund.id, fact };
}

/** The facts of an order's money, as its events would tell them; a capture under way or denied tells none. */
export function factsOfOrder(order: PaypalOrder): PaymentFact[] {
  const [unit] = order.purchase_units;
  const taxCents = centsOf(unit?.amount?.breakdown?.tax_total?.value ?? '0');
  return (unit?.payments?.captures ?? [])
    .filter(({ status }) => status !== undefined && takenStatuses.includes(status))
    .map((capture) => {
      const head = {
        provider: 'paypal',
        eventId: `present-${capture.id}`,
        type: 'PAYMENT.CAPTURE.COMPLETED',
        createdAt: new Date(capture.create_time ?? order.create_time ?? Date.now()),
      } as const;
      return { ...paidBy(head, capture, taxCents), begunId: order.id };
    });
}

/** Statuses of a capture whose money came; what was given back since is told by refunds. */
const takenStatuses = ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'];

/** How far the money of an order is. */
export function moneyOf(order: PaypalOrder): 'taken' | 'pending' | 'none' {
  const captures = order.purchase_units.flatMap(({ payments }) => payments?.captures ?? []);
  const has = (statuses: readonly string[]) => captures.some(({ status }) => statuses.includes(status ?? ''));
  if (has(takenStatuses)) return 'taken';
  return has(['PENDING']) ? 'pending' : 'none';
}
