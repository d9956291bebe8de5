import { decimal, instant } from '#app/sandbox/paypal/money.ts';
import { Refused } from '#app/sandbox/paypal/requests.ts';
import type { SandboxObject, Store } from '#app/sandbox/store.ts';

export type SubscriptionStatus = 'APPROVAL_PENDING' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED';

/** What may be bought by subscription. */
export interface Plan extends SandboxObject {
  object: 'paypal_plan';
  name: string;
  price: string;
  currency: string;
  status: string;
  setupFee: string;
  cycles: number;
}

export interface Subscription extends SandboxObject {
  object: 'paypal_subscription';
  status: SubscriptionStatus;
  planId: string;
  customId: string | null;
  returnUrl: string;
  cancelUrl: string;
  /** What a month costs since it was begun. */
  cents: number;
  currency: string;
  saleIds: string[];
  /** Since when it runs; the months are counted from here. */
  startedAt: number;
  /** When money is taken next, in seconds. */
  nextAt: number | null;
  lastPaidAt: number | null;
  /** Attempts in a row that failed. */
  failures: number;
  outstandingCents: number;
  /** Whether what the buyer pays with gives no more after the first payment. */
  runsDry: boolean;
}

export interface Sale extends SandboxObject {
  object: 'paypal_sale';
  subscriptionId: string;
  cents: number;
  currency: string;
  refundedCents: number;
  isReversed: boolean;
}

export interface Refund extends SandboxObject {
  object: 'paypal_refund';
  saleId: string;
  cents: number;
  currency: string;
}

export interface Case extends SandboxObject {
  object: 'paypal_case';
  saleId: string;
  cents: number;
  currency: string;
  isOpen: boolean;
}

type PaypalObject = Plan | Subscription | Sale | Refund | Case;

/** The object of a kind and id. @throws {Refused} where PayPal knows none */
export async function find<K extends PaypalObject['object']>(
  store: Store,
  kind: K,
  id: string,
): Promise<Extract<PaypalObject, { object: K }>> {
  const found = await store.get(id);
  if (found?.object !== kind) throw new Refused(404, 'INVALID_RESOURCE_ID');
  return found as Extract<PaypalObject, { object: K }>;
}

/** Where the sandbox's PayPal is reached: its API by programs, its pages by browsers. */
export interface Addresses {
  apiBase: string;
  publicBase: string;
}

const money = (value: string, currency: string) => ({ currency_code: currency, value });

export const planJson = ({ id, name, status, cycles, price, currency, setupFee }: Plan) => ({
  id,
  product_id: 'PROD-1',
  name,
  status,
  billing_cycles: Array.from({ length: cycles }, (_, index) => ({
    tenure_type: 'REGULAR',
    sequence: index + 1,
    total_cycles: 0,
    frequency: { interval_unit: 'MONTH', interval_count: 1 },
    pricing_scheme: { version: 1, fixed_price: money(price, currency) },
  })),
  payment_preferences: {
    auto_bill_outstanding: true,
    setup_fee: money(setupFee, currency),
    payment_failure_threshold: 3,
  },
  quantity_supported: false,
});

export function subscriptionJson(subscription: Subscription, { apiBase, publicBase }: Addresses) {
  const { id, status, planId, customId, created, cents, currency, lastPaidAt, nextAt } = subscription;
  const { failures, outstandingCents, startedAt } = subscription;
  const paid = { amount: money(decimal(cents), currency), time: instant(lastPaidAt ?? 0) };
  const failed = { ...paid, reason_code: 'PAYMENT_DENIED' };
  return {
    id,
    plan_id: planId,
    status,
    ...(customId === null ? {} : { custom_id: customId }),
    quantity: '1',
    create_time: instant(created),
    start_time: instant(startedAt),
    billing_info: {
      outstanding_balance: money(decimal(outstandingCents), currency),
      failed_payments_count: failures,
      ...(lastPaidAt === null ? {} : { last_payment: paid }),
      ...(failures > 0 ? { last_failed_payment: failed } : {}),
      ...(status === 'ACTIVE' && nextAt !== null ? { next_billing_time: instant(nextAt) } : {}),
    },
    links: [
      { rel: 'self', method: 'GET', href: `${apiBase}/v1/billing/subscriptions/${id}` },
      ...(status === 'APPROVAL_PENDING'
        ? [{ rel: 'approve', method: 'GET', href: `${publicBase}/sandbox/paypal/approve?ba_token=${id}` }]
        : []),
    ],
  };
}

export function saleJson({ id, subscriptionId, cents, currency, created }: Sale, customId: string | null) {
  return {
    id,
    state: 'completed',
    billing_agreement_id: subscriptionId,
    ...(customId === null ? {} : { custom: customId }),
    amount: { total: decimal(cents), currency, details: { subtotal: decimal(cents) } },
    create_time: instant(created),
  };
}

/** `isBare`: without the sale it is of, as PayPal's events may be. */
export const refundJson = ({ id, saleId, cents, currency, created }: Refund, isBare = false) => ({
  id,
  state: 'completed',
  amount: { total: `-${decimal(cents)}`, currency },
  create_time: instant(created),
  links: [],
  ...(isBare ? {} : { sale_id: saleId }),
});

export const caseJson = ({ id, saleId, cents, currency }: Case) => ({
  dispute_id: id,
  disputed_transactions: [{ seller_transaction_id: saleId }],
  dispute_amount: money(decimal(cents), currency),
  reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
});

export function transactionJson({ id, cents, currency, refundedCents, created }: Sale) {
  const given = refundedCents === cents ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
  return {
    id,
    status: refundedCents === 0 ? 'COMPLETED' : given,
    amount_with_breakdown: { gross_amount: money(decimal(cents), currency) },
    time: instant(created),
  };
}
