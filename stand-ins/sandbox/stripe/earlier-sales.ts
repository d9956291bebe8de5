import { newObject, type SandboxObject, type Store } from '#stand-ins/sandbox/store.ts';

/** A payment that was made; amounts are integer cents. */
interface SoldPayment {
  kind: 'payment';
  amountCents: number;
  refundedCents: number;
  currency: string;
}

/** A subscription as it stands. */
interface SoldSubscription {
  kind: 'subscription';
  status: string;
  /** Integer cents a period. */
  amountCents: number;
  currency: string;
  interval: string;
  lookupKey: string;
  startedAt: Date;
  periodStart: Date;
  periodEnd: Date;
  cancelAtPeriodEnd: boolean;
  /** When it ended; null while it goes on. */
  endedAt: Date | null;
}

type EarlierSale = SoldPayment | SoldSubscription;

/** What the site says it sold under an id before there was a sandbox (a demo's history); null for any other id. */
export type FindEarlierSale = (id: string) => Promise<EarlierSale | null>;

/** Has the sandbox know what was sold before it was there, unless it does. It does not renew by itself. */
export async function takeOver(store: Store, id: string, sale: EarlierSale): Promise<void> {
  if (await store.get(id)) return;
  const objects = sale.kind === 'payment' ? ofPayment(store, id, sale) : ofSubscription(store, id, sale);
  for (const object of objects) await store.put(object);
}

function ofPayment(store: Store, id: string, sale: SoldPayment): SandboxObject[] {
  const { amountCents: amount, refundedCents, currency } = sale;
  const common = {
    amount,
    currency,
    customer: null,
    metadata: {},
    payment_method: null,
    status: 'succeeded',
  };
  const charge = newObject(store, 'ch', 'charge', {
    ...common,
    amount_refunded: refundedCents,
    balance_transaction: null,
    disputed: false,
    payment_intent: id,
    payment_method_details: null,
    paid: true,
    refunded: refundedCents === amount,
  });
  const intent = newObject(store, 'pi', 'payment_intent', {
    ...common,
    amount_received: amount,
    next_action: null,
    last_payment_error: null,
    latest_charge: charge.id,
  });
  return [charge, { ...intent, id }];
}

const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000);

function ofSubscription(store: Store, id: string, sale: SoldSubscription): SandboxObject[] {
  const { status, currency, interval, lookupKey, cancelAtPeriodEnd } = sale;
  const [startedAt, start, end] = [sale.startedAt, sale.periodStart, sale.periodEnd].map(secondsOf);
  const endedAt = sale.endedAt && secondsOf(sale.endedAt);
  const customer = newObject(store, 'cus', 'customer', {
    address: null,
    balance: 0,
    invoice_settings: { default_payment_method: null },
    email: null,
    name: null,
    metadata: {},
  });
  const price = newObject(store, 'price', 'price', {
    active: true,
    currency,
    unit_amount: sale.amountCents,
    lookup_key: lookupKey,
    metadata: {},
    recurring: { interval, interval_count: 1 },
    tax_behavior: 'unspecified',
    type: 'recurring',
  });
  const item = newObject(store, 'si', 'subscription_item', {
    price,
    quantity: 1,
    current_period_start: start,
    current_period_end: end,
  });
  const subscription = newObject(store, 'sub', 'subscription', {
    customer: customer.id,
    status,
    metadata: {},
    automatic_tax: { enabled: false, disabled_reason: null, liability: null },
    billing_cycle_anchor: startedAt,
    cancel_at: cancelAtPeriodEnd ? end : null,
    cancel_at_period_end: cancelAtPeriodEnd,
    canceled_at: endedAt,
    cancellation_details: { comment: null, feedback: null, reason: null },
    collection_method: 'charge_automatically',
    currency,
    default_payment_method: null,
    discounts: [],
    ended_at: endedAt,
    latest_invoice: null,
    start_date: startedAt,
    trial_end: null,
    trial_start: null,
    items: { object: 'list', has_more: false, data: [item] },
  });
  return [customer, { ...subscription, id }];
}
