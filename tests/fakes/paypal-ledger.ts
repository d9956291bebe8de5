import { randomBytes } from 'node:crypto';
import type { PaypalSettings } from '#app/platform/config.server.ts';
import { Refused } from '#tests/fakes/paypal-requests.ts';

interface Subscription {
  id: string;
  status: 'APPROVAL_PENDING' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED';
  planId: string;
  customId: string | undefined;
  createdAt: Date;
  returnUrl: string;
  cancelUrl: string;
  saleIds: string[];
}

interface Sale {
  id: string;
  subscriptionId: string;
  cents: number;
  refundedCents: number;
}

export const newId = (prefix = '') => `${prefix}${randomBytes(8).toString('hex').toUpperCase()}`;
const decimal = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
const cents = (amount: string) => Math.round(Number(amount) * 100);

/** The thing of this id. @throws {Refused} */
export function find<T>(things: Map<string, T>, id: string | undefined): T {
  const found = things.get(id ?? '');
  if (!found) throw new Refused(404, 'INVALID_RESOURCE_ID');
  return found;
}

/** What the fake knows: its one plan, subscriptions, the money taken and given back. Each change is told to `emit`. */
export function createLedger(settings: PaypalSettings, emit: (type: string, resource: object) => void) {
  const subscriptions = new Map<string, Subscription>();
  const sales = new Map<string, Sale>();
  const refunds = new Map<string, { saleId: string; cents: number }>();
  const plan = { price: '47.0', currency: 'USD', status: 'ACTIVE', setupFee: '0.0', cycles: 1 };
  const money = (value: string) => ({ currency_code: plan.currency, value });

  const planJson = () => ({
    id: settings.planId,
    product_id: 'PROD-1',
    name: 'Membership',
    status: plan.status,
    billing_cycles: Array.from({ length: plan.cycles }, (_, index) => ({
      tenure_type: 'REGULAR',
      sequence: index + 1,
      total_cycles: 0,
      frequency: { interval_unit: 'MONTH', interval_count: 1 },
      pricing_scheme: { version: 1, fixed_price: money(plan.price) },
    })),
    payment_preferences: { auto_bill_outstanding: true, setup_fee: money(plan.setupFee) },
    quantity_supported: false,
  });

  const subscriptionJson = ({ id, status, planId, customId, createdAt, saleIds }: Subscription) => ({
    id,
    plan_id: planId,
    status,
    custom_id: customId,
    create_time: createdAt.toISOString(),
    start_time: createdAt.toISOString(),
    billing_info: {
      outstanding_balance: money('0.0'),
      failed_payments_count: 0,
      ...(saleIds.length > 0
        ? { last_payment: { amount: money(plan.price), time: createdAt.toISOString() } }
        : {}),
      ...(status === 'ACTIVE'
        ? { next_billing_time: new Date(createdAt.getTime() + 30 * 864e5).toISOString() }
        : {}),
    },
    links: [
      { rel: 'self', method: 'GET', href: `${settings.apiBase}/v1/billing/subscriptions/${id}` },
      ...(status === 'APPROVAL_PENDING'
        ? [{ rel: 'approve', method: 'GET', href: `${settings.approvalOrigin}/approve?ba_token=${id}` }]
        : []),
    ],
  });

  const refundJson = (id: string, isBare = false) => {
    const { saleId, cents: given } = find(refunds, id);
    return {
      id,
      state: 'completed',
      amount: { total: `-${decimal(given)}`, currency: plan.currency },
      links: [],
      ...(isBare ? {} : { sale_id: saleId }),
    };
  };

  const saleJson = ({ id, subscriptionId, cents: taken }: Sale) => ({
    id,
    state: 'completed',
    billing_agreement_id: subscriptionId,
    custom: find(subscriptions, subscriptionId).customId,
    amount: { total: decimal(taken), currency: plan.currency, details: { subtotal: decimal(taken) } },
    create_time: new Date().toISOString(),
  });

  /** Takes a month's money. */
  function charge(subscriptionId: string): string {
    const subscription = find(subscriptions, subscriptionId);
    const sale: Sale = { id: newId(), subscriptionId, cents: cents(plan.price), refundedCents: 0 };
    sales.set(sale.id, sale);
    subscription.saleIds.push(sale.id);
    emit('PAYMENT.SALE.COMPLETED', saleJson(sale));
    return sale.id;
  }

  function setStatus(id: string, status: Subscription['status'], event: string): void {
    const subscription = find(subscriptions, id);
    subscription.status = status;
    emit(`BILLING.SUBSCRIPTION.${event}`, subscriptionJson(subscription));
  }

  /** Begins a subscription that waits for the buyer. */
  function begin(asked: Pick<Subscription, 'planId' | 'customId' | 'returnUrl' | 'cancelUrl'>) {
    if (asked.planId !== settings.planId) throw new Refused(404, 'INVALID_RESOURCE_ID');
    const id = newId('I-');
    const subscription: Subscription = {
      id,
      status: 'APPROVAL_PENDING',
      createdAt: new Date(),
      saleIds: [],
      ...asked,
    };
    subscriptions.set(id, subscription);
    return subscriptionJson(subscription);
  }

  /** What the buyer's press of the button does; where they are sent then. */
  function approve(id: string): string {
    const subscription = find(subscriptions, id);
    if (subscription.status !== 'APPROVAL_PENDING') throw new Refused(422, 'SUBSCRIPTION_STATUS_INVALID');
    const to = new URL(subscription.returnUrl);
    to.searchParams.set('subscription_id', id);
    setStatus(id, 'ACTIVE', 'ACTIVATED');
    charge(id);
    return to.href;
  }

  function cancel(id: string): void {
    const { status } = find(subscriptions, id);
    if (status !== 'ACTIVE' && status !== 'SUSPENDED') throw new Refused(422, 'SUBSCRIPTION_STATUS_INVALID');
    setStatus(id, 'CANCELLED', 'CANCELLED');
  }

  /** Gives a part of a sale back, or what is left of it. `isBare`: the event leaves out which sale it is of, as PayPal's may. */
  function refund(saleId: string, amount?: string, isBare = false) {
    const sale = find(sales, saleId);
    const given = amount ? cents(amount) : sale.cents - sale.refundedCents;
    if (sale.refundedCents === sale.cents) throw new Refused(422, 'CAPTURE_FULLY_REFUNDED');
    if (sale.refundedCents + given > sale.cents) throw new Refused(422, 'REFUND_AMOUNT_EXCEEDED');
    sale.refundedCents += given;
    const id = newId();
    refunds.set(id, { saleId, cents: given });
    emit('PAYMENT.SALE.REFUNDED', refundJson(id, isBare));
    return { id, status: 'COMPLETED' };
  }

  /** The buyer's bank takes the money back. */
  function reverse(saleId: string): void {
    const amount = { total: `-${decimal(find(sales, saleId).cents)}`, currency: plan.currency };
    emit('PAYMENT.SALE.REVERSED', { id: newId(), state: 'completed', amount, sale_id: saleId });
  }

  const disputeJson = (id: string, saleId: string) => ({
    dispute_id: id,
    disputed_transactions: [{ seller_transaction_id: saleId }],
    dispute_amount: money(decimal(find(sales, saleId).cents)),
    reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
  });

  /** The buyer opens a case in the resolution center. */
  function dispute(saleId: string): string {
    const id = newId('PP-D-');
    emit('CUSTOMER.DISPUTE.CREATED', { ...disputeJson(id, saleId), status: 'OPEN' });
    return id;
  }

  /** A case is decided. */
  function resolve(id: string, saleId: string, outcome_code: string): void {
    const decided = { status: 'RESOLVED', dispute_outcome: { outcome_code } };
    emit('CUSTOMER.DISPUTE.RESOLVED', { ...disputeJson(id, saleId), ...decided });
  }

  const transactionsJson = (id: string) => ({
    transactions: find(subscriptions, id).saleIds.map((saleId) => {
      const { refundedCents, cents: taken } = find(sales, saleId);
      const given = refundedCents === taken ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
      return {
        id: saleId,
        status: refundedCents === 0 ? 'COMPLETED' : given,
        amount_with_breakdown: { gross_amount: money(decimal(taken)) },
        time: new Date().toISOString(),
      };
    }),
  });

  return {
    plan,
    subscriptions,
    sales,
    planJson,
    subscriptionJson: (id: string) => subscriptionJson(find(subscriptions, id)),
    saleJson: (id: string) => saleJson(find(sales, id)),
    refundJson,
    transactionsJson,
    begin,
    approve,
    charge,
    cancel,
    suspend: (id: string) => setStatus(id, 'SUSPENDED', 'SUSPENDED'),
    refund,
    reverse,
    dispute,
    resolve,
  };
}
