import { z } from 'zod';
import { centsOf } from '#app/platform/payments/decimal-cents.ts';
import type {
  DisputeChanged,
  PaymentFact,
  RefundChanged,
  RefundStatus,
} from '#app/platform/payments/facts.ts';
import {
  captureBack,
  captureDenied,
  capturePaid,
  feeReturned,
  type IncompleteCapture,
  orderApproved,
} from '#app/platform/payments/paypal/describe-capture.ts';
import { disputeChanged } from '#app/platform/payments/paypal/describe-dispute.ts';
import { payoutChanged } from '#app/platform/payments/paypal/describe-payout.ts';
import {
  type Head,
  invoiceFailed,
  payerOf,
  type SubscriptionWithoutPlan,
  subscriptionUpdated,
  toldStatus,
} from '#app/platform/payments/paypal/describe-subscription.ts';

const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

const linksSchema = z.array(z.object({ rel: z.string(), href: z.string() })).default([]);

const amountSchema = z.object({
  total: z.string(),
  currency: z.string(),
  details: z.object({ tax: z.string().optional() }).optional(),
});

/** As much of a payment as the site reads. */
export const saleSchema = z.object({
  id: z.string(),
  amount: amountSchema,
  billing_agreement_id: z.string().optional(),
  transaction_fee: z.object({ value: z.string(), currency: z.string() }).optional(),
});

/** What gives a sale back, whole or in part: a refund, or a reversal by the bank. */
export const refundSchema = z.object({
  id: z.string(),
  state: z.string().optional(),
  amount: amountSchema,
  sale_id: z.string().optional(),
  refund_from_transaction_fee: z.object({ value: z.string(), currency: z.string() }).optional(),
  links: linksSchema,
});

const eventSchema = z.object({
  id: z.string(),
  event_type: z.string(),
  create_time: time,
  resource: z.unknown(),
});

/** The sale a refund is of, where PayPal says so. */
export function saleOf({ sale_id, links }: z.infer<typeof refundSchema>): string | null {
  if (sale_id) return sale_id;
  return /\/sale\/(\w+)$/.exec(links.find(({ rel }) => rel === 'sale')?.href ?? '')?.[1] ?? null;
}

/**
 * A PayPal event that leaves something out for which PayPal is to be asked: which sale a refund is of; how long the free time was of a
 * subscription that ended in it.
 */
export type PaypalFact =
  | PaymentFact
  | IncompleteCapture
  | { kind: 'refund_without_sale'; refundId: string; fact: RefundOfSale }
  | SubscriptionWithoutPlan;

type RefundOfSale = Omit<RefundChanged, 'paymentId'> | Omit<DisputeChanged, 'paymentId'>;

/** The events that billing and payouts act on. */
export const paypalEventTypes: readonly string[] = [
  ...Object.keys(toldStatus),
  'BILLING.SUBSCRIPTION.PAYMENT.FAILED',
  'PAYMENT.SALE.COMPLETED',
  'PAYMENT.SALE.REFUNDED',
  'PAYMENT.SALE.REVERSED',
  'CHECKOUT.ORDER.APPROVED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.DECLINED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'PAYMENT.PAYOUTS-ITEM.BLOCKED',
  'PAYMENT.PAYOUTS-ITEM.CANCELED',
  'PAYMENT.PAYOUTS-ITEM.DENIED',
  'PAYMENT.PAYOUTS-ITEM.FAILED',
  'PAYMENT.PAYOUTS-ITEM.HELD',
  'PAYMENT.PAYOUTS-ITEM.REFUNDED',
  'PAYMENT.PAYOUTS-ITEM.RETURNED',
  'PAYMENT.PAYOUTS-ITEM.SUCCEEDED',
  'PAYMENT.PAYOUTS-ITEM.UNCLAIMED',
  'PAYMENT.PAYOUTS-ITEM.REVERSED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.UPDATED',
  'CUSTOMER.DISPUTE.RESOLVED',
];

/**
 * The fact of a PayPal event; what billing does not act on is 'ignored'. A sale is both the invoice and its payment.
 * @throws {z.ZodError} or {RangeError} when an event it should act on is not of the known form.
 */
export function describePaypalEvent(input: unknown): PaypalFact {
  const event = eventSchema.parse(input);
  const head = {
    provider: 'paypal',
    eventId: event.id,
    type: event.event_type,
    createdAt: event.create_time,
  } as const;
  const ignored = { ...head, kind: 'ignored' } as const;
  const newStatus = toldStatus[event.event_type];
  if (newStatus !== undefined) return subscriptionUpdated(head, event.resource, newStatus) ?? ignored;
  switch (event.event_type) {
    case 'BILLING.SUBSCRIPTION.PAYMENT.FAILED':
      return invoiceFailed(head, event.resource);
    case 'PAYMENT.SALE.COMPLETED':
      return invoicePaid(head, event.resource) ?? ignored;
    case 'PAYMENT.SALE.REFUNDED':
    case 'PAYMENT.SALE.REVERSED':
      return moneyBack(head, event.resource);
    case 'CHECKOUT.ORDER.APPROVED':
      return orderApproved(head, event.resource);
    case 'PAYMENT.CAPTURE.COMPLETED':
      return capturePaid(head, event.resource);
    case 'PAYMENT.CAPTURE.DENIED':
    case 'PAYMENT.CAPTURE.DECLINED':
      return captureDenied(head, event.resource);
    case 'PAYMENT.CAPTURE.REFUNDED':
    case 'PAYMENT.CAPTURE.REVERSED':
      return captureBack(head, event.resource);
    case 'PAYMENT.PAYOUTS-ITEM.BLOCKED':
    case 'PAYMENT.PAYOUTS-ITEM.CANCELED':
    case 'PAYMENT.PAYOUTS-ITEM.DENIED':
    case 'PAYMENT.PAYOUTS-ITEM.FAILED':
    case 'PAYMENT.PAYOUTS-ITEM.HELD':
    case 'PAYMENT.PAYOUTS-ITEM.REFUNDED':
    case 'PAYMENT.PAYOUTS-ITEM.RETURNED':
    case 'PAYMENT.PAYOUTS-ITEM.SUCCEEDED':
    case 'PAYMENT.PAYOUTS-ITEM.UNCLAIMED':
    case 'PAYMENT.PAYOUTS-ITEM.REVERSED':
      return payoutChanged(head, event.resource) ?? ignored;
    case 'CUSTOMER.DISPUTE.CREATED':
    case 'CUSTOMER.DISPUTE.UPDATED':
    case 'CUSTOMER.DISPUTE.RESOLVED':
      return disputeChanged(head, event.resource) ?? ignored;
    default:
      return ignored;
  }
}

function invoicePaid(head: Head, resource: unknown): PaymentFact | null {
  const { id, amount, billing_agreement_id, transaction_fee: fee } = saleSchema.parse(resource);
  // What is sold once comes by other events; months that are free cost nothing.
  if (!billing_agreement_id || centsOf(amount.total) === 0) return null;
  return {
    ...head,
    ...(fee ? { feeCents: centsOf(fee.value), feeCurrency: fee.currency.toLowerCase() } : {}),
    ...payerOf(billing_agreement_id),
    kind: 'invoice_paid',
    subscriptionId: billing_agreement_id,
    invoiceId: id,
    paymentId: id,
    amountCents: centsOf(amount.total),
    taxCents: centsOf(amount.details?.tax ?? '0'),
    currency: amount.currency.toLowerCase(),
    billingReason: null,
    periodStart: null,
    periodEnd: null,
    receiptUrl: null,
  };
}

const refundStatuses: Record<string, RefundStatus> = {
  pending: 'pending',
  failed: 'failed',
  cancelled: 'canceled',
};

/** A sale given back by the seller, or taken back by the bank without a case. PayPal writes the amount with a minus sign, or without. */
function moneyBack(head: Head, resource: unknown): PaypalFact {
  const refund = refundSchema.parse(resource);
  const { refund_from_transaction_fee: fee } = refund;
  const money = {
    ...head,
    amountCents: Math.abs(centsOf(refund.amount.total)),
    currency: refund.amount.currency.toLowerCase(),
  };
  const fact: RefundOfSale =
    head.type === 'PAYMENT.SALE.REVERSED'
      ? { ...money, kind: 'dispute_changed', disputeId: null, state: 'open' }
      : {
          ...money,
          kind: 'refund_changed',
          refundId: refund.id,
          status: refundStatuses[refund.state ?? ''] ?? 'succeeded',
          ...feeReturned(fee && { value: fee.value, currency_code: fee.currency }),
        };
  const paymentId = saleOf(refund);
  if (!paymentId) return { kind: 'refund_without_sale', refundId: refund.id, fact };
  return { ...fact, paymentId };
}
