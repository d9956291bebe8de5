import { decimal, instant, money } from '#stand-ins/sandbox/paypal/money.ts';
import type { SandboxObject } from '#stand-ins/sandbox/store.ts';

type SubscriptionStatus = 'APPROVAL_PENDING' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED';

/** What may be bought by subscription. */
export interface Plan extends SandboxObject {
  object: 'paypal_plan';
  productId: string;
  name: string;
  price: string;
  currency: string;
  status: string;
  setupFee: string;
  /** How long a paid cycle lasts; months where it is left out, as in what was stored before. */
  interval?: 'month' | 'year';
  /** Intervals for nothing before the first payment, in one cycle. */
  freeMonths: number;
  /** Cycles that are paid for; a plan of this site has one. */
  cycles: number;
}

/** What plans are of. */
export interface Product extends SandboxObject {
  object: 'paypal_product';
  name: string;
  type: string;
}

export interface Subscription extends SandboxObject {
  object: 'paypal_subscription';
  status: SubscriptionStatus;
  planId: string;
  customId: string | null;
  /** The payer's address; left out where nobody has said it. */
  payerEmail?: string;
  returnUrl: string;
  cancelUrl: string;
  /** What an interval costs since it was begun. */
  cents: number;
  currency: string;
  /** How long a paid cycle lasts; months where it is left out. */
  interval?: 'month' | 'year';
  freeMonths: number;
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
  /** Whose PayPal account it is; each subscription its own where it is left out. */
  payerId?: string;
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
  /** The sale or capture that it is of. */
  paymentId: string;
  cents: number;
  currency: string;
}

export interface Case extends SandboxObject {
  object: 'paypal_case';
  paymentId: string;
  cents: number;
  currency: string;
  isOpen: boolean;
}

/** Where the sandbox's PayPal is reached: its API by programs, its pages by browsers. */
export interface Addresses {
  apiBase: string;
  publicBase: string;
}

const cyclesOf = ({ interval = 'month', freeMonths, cycles, price, currency }: Plan) => [
  ...(freeMonths > 0
    ? [
        {
          tenure_type: 'TRIAL',
          sequence: 1,
          total_cycles: 1,
          frequency: { interval_unit: interval.toUpperCase(), interval_count: freeMonths },
          pricing_scheme: { version: 1, fixed_price: money('0.0', currency) },
        },
      ]
    : []),
  ...Array.from({ length: cycles }, (_, index) => ({
    tenure_type: 'REGULAR',
    sequence: index + (freeMonths > 0 ? 2 : 1),
    total_cycles: 0,
    frequency: { interval_unit: interval.toUpperCase(), interval_count: 1 },
    pricing_scheme: { version: 1, fixed_price: money(price, currency) },
  })),
];

export const planJson = (plan: Plan) => ({
  id: plan.id,
  product_id: plan.productId,
  name: plan.name,
  status: plan.status,
  billing_cycles: cyclesOf(plan),
  payment_preferences: {
    auto_bill_outstanding: true,
    setup_fee: money(plan.setupFee, plan.currency),
    payment_failure_threshold: 3,
  },
  quantity_supported: false,
  create_time: instant(plan.created),
});

/** How many cycles have run, by the money that was taken; a free one has run once it has begun. */
function executionsOf({ freeMonths, saleIds, status }: Subscription) {
  const regular = {
    tenure_type: 'REGULAR',
    sequence: freeMonths > 0 ? 2 : 1,
    cycles_completed: saleIds.length,
    cycles_remaining: 0,
    total_cycles: 0,
  };
  if (freeMonths === 0) return [regular];
  const hasBegun = status !== 'APPROVAL_PENDING';
  const free = { cycles_completed: Number(hasBegun), cycles_remaining: Number(!hasBegun), total_cycles: 1 };
  return [{ tenure_type: 'TRIAL', sequence: 1, ...free }, regular];
}

/** `plan` where it is asked for. */
export function subscriptionJson(
  subscription: Subscription,
  { apiBase, publicBase }: Addresses,
  plan?: Plan,
) {
  const { id, status, planId, customId, created, cents, currency, lastPaidAt, nextAt } = subscription;
  const { failures, outstandingCents, startedAt, payerId } = subscription;
  const paid = { amount: money(decimal(cents), currency), time: instant(lastPaidAt ?? startedAt) };
  const failed = { ...paid, reason_code: 'PAYMENT_DENIED' };
  return {
    id,
    plan_id: planId,
    status,
    ...(customId === null ? {} : { custom_id: customId }),
    ...(status === 'APPROVAL_PENDING'
      ? {}
      : {
          subscriber: {
            payer_id: payerId ?? id.replaceAll(/[^0-9A-Z]/g, '').slice(-13),
            ...(subscription.payerEmail ? { email_address: subscription.payerEmail } : {}),
          },
        }),
    quantity: '1',
    create_time: instant(created),
    start_time: instant(startedAt),
    ...(plan ? { plan: { name: plan.name, billing_cycles: cyclesOf(plan) } } : {}),
    billing_info: {
      outstanding_balance: money(decimal(outstandingCents), currency),
      cycle_executions: executionsOf(subscription),
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

/** A refund of a sale. `isBare`: without the sale it is of, as PayPal's events may be. */
export const refundJson = ({ id, paymentId, cents, currency, created }: Refund, isBare = false) => ({
  id,
  state: 'completed',
  amount: { total: `-${decimal(cents)}`, currency },
  // PayPal keeps its fee.
  refund_from_transaction_fee: { value: '0.00', currency },
  create_time: instant(created),
  links: [],
  ...(isBare ? {} : { sale_id: paymentId }),
});

export const caseJson = ({ id, paymentId, cents, currency }: Case) => ({
  dispute_id: id,
  disputed_transactions: [{ seller_transaction_id: paymentId }],
  dispute_amount: money(decimal(cents), currency),
  reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
});

/** What PayPal takes from the seller for a case that it decides for the buyer. */
export const caseFee = ({ currency, created }: Case) => [
  {
    party: 'SELLER',
    amount: money('15.00', currency),
    initiated_time: instant(created),
    type: 'DEBIT',
    reason: 'DISPUTE_FEE',
  },
];

export function transactionJson({ id, cents, currency, refundedCents, created }: Sale) {
  const refundStatus = refundedCents === cents ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
  return {
    id,
    status: refundedCents === 0 ? 'COMPLETED' : refundStatus,
    amount_with_breakdown: { gross_amount: money(decimal(cents), currency) },
    time: instant(created),
  };
}
