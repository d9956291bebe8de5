import type { z } from 'zod';
import { decimal, instant, money } from '#stand-ins/sandbox/paypal/money.ts';
import type { Addresses, Refund } from '#stand-ins/sandbox/paypal/objects.ts';
import type { orderBody } from '#stand-ins/sandbox/paypal/order-body.ts';
import type { SandboxObject } from '#stand-ins/sandbox/store.ts';

/** How what the buyer chose to pay with behaves once its money is taken. */
export const fundings = {
  pays: 'An account that pays',
  declined: 'A card that its bank declines',
  confirm: 'A card whose bank wants another confirmation first',
  compliance: 'An account that PayPal may not take money from',
  pending: 'An account that PayPal checks for a day, and that pays then',
  denied: 'An account that PayPal checks for a day, and denies then',
} as const;

export type Funding = keyof typeof fundings;

/** What is paid once. */
export interface Order extends SandboxObject {
  object: 'paypal_order';
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED';
  /** As it was asked for. */
  asked: z.infer<typeof orderBody>;
  cents: number;
  currency: string;
  returnUrl: string;
  cancelUrl: string;
  /** What the buyer chose to pay with; null before they have. */
  funding: Funding | null;
  /** The last try to take the money was declined: the buyer may choose anew. */
  isDeclined: boolean;
  approvedAt: number | null;
  captureId: string | null;
}

/** The money of an order. */
export interface Capture extends SandboxObject {
  object: 'paypal_capture';
  status: 'PENDING' | 'COMPLETED' | 'DECLINED';
  orderId: string;
  customId: string | null;
  invoiceId: string | null;
  cents: number;
  currency: string;
  refundedCents: number;
  isReversed: boolean;
  /** Whether PayPal denies it in the end, where it is pending. */
  isToBeDenied: boolean;
}

const link = (rel: string, href: string, method = 'GET') => ({ rel, href, method });

/** Where the buyer approves an order. */
export const approvalPage = ({ id }: Order, { publicBase }: Addresses) =>
  `${publicBase}/sandbox/paypal/checkoutnow?token=${id}`;

function captureStatus({ status, cents, refundedCents }: Capture): string {
  if (refundedCents === 0) return status;
  return refundedCents === cents ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
}

/** What PayPal keeps of a payment: 3.49 percent and 49 cents. */
const feeOf = (cents: number) => Math.round(cents * 0.0349) + 49;

export function captureJson(capture: Capture, { apiBase }: Addresses) {
  const { id, status, orderId, customId, invoiceId, cents, currency, created } = capture;
  const gross = money(decimal(cents), currency);
  const fee = feeOf(cents);
  return {
    id,
    status: captureStatus(capture),
    ...(status === 'COMPLETED' ? {} : { status_details: { reason: 'PENDING_REVIEW' } }),
    amount: gross,
    final_capture: true,
    ...(customId === null ? {} : { custom_id: customId }),
    ...(invoiceId === null ? {} : { invoice_id: invoiceId }),
    seller_protection: { status: 'ELIGIBLE', dispute_categories: ['ITEM_NOT_RECEIVED'] },
    ...(status === 'COMPLETED'
      ? {
          seller_receivable_breakdown: {
            gross_amount: gross,
            paypal_fee: money(decimal(fee), currency),
            net_amount: money(decimal(cents - fee), currency),
          },
        }
      : {}),
    supplementary_data: { related_ids: { order_id: orderId } },
    create_time: instant(created),
    update_time: instant(created),
    links: [
      link('self', `${apiBase}/v2/payments/captures/${id}`),
      link('refund', `${apiBase}/v2/payments/captures/${id}/refund`, 'POST'),
      link('up', `${apiBase}/v2/checkout/orders/${orderId}`),
    ],
  };
}

/** An order as it is shown; a new one shows its id, its status and where to go on only, unless all is asked for. */
export function orderJson(order: Order, capture: Capture | null, addresses: Addresses, isMinimal = false) {
  const { id, status, asked, created, funding } = order;
  const { apiBase } = addresses;
  const self = `${apiBase}/v2/checkout/orders/${id}`;
  const links = [
    link('self', self),
    ...(status === 'COMPLETED' ? [] : [link('payer-action', approvalPage(order, addresses))]),
    ...(status === 'APPROVED' ? [link('capture', `${self}/capture`, 'POST')] : []),
  ];
  if (isMinimal) return { id, status, payment_source: { paypal: {} }, links };
  return {
    id,
    intent: asked.intent,
    status,
    payment_source: { paypal: funding ? { account_status: 'UNVERIFIED' } : {} },
    purchase_units: asked.purchase_units.map((unit) => ({
      reference_id: 'default',
      ...unit,
      payee: { merchant_id: 'SANDBOXMERCHANT' },
      ...(capture ? { payments: { captures: [captureJson(capture, addresses)] } } : {}),
    })),
    create_time: instant(created),
    links,
  };
}

/** A refund of a capture. `isBare`: without the capture it is of. */
export function captureRefundJson(
  { id, paymentId, cents, currency, created }: Refund,
  { apiBase }: Addresses,
  isBare = false,
) {
  return {
    id,
    status: 'COMPLETED',
    amount: money(decimal(cents), currency),
    seller_payable_breakdown: {
      gross_amount: money(decimal(cents), currency),
      // PayPal keeps its fee.
      paypal_fee: money('0.00', currency),
      net_amount: money(decimal(cents), currency),
      total_refunded_amount: money(decimal(cents), currency),
    },
    create_time: instant(created),
    update_time: instant(created),
    links: [
      link('self', `${apiBase}/v2/payments/refunds/${id}`),
      ...(isBare ? [] : [link('up', `${apiBase}/v2/payments/captures/${paymentId}`)]),
    ],
  };
}
