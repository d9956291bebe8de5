import { type OldBusiness, type OldSubscription, oldPrices } from '#stand-ins/old-business/business.ts';
import {
  newObject,
  openPool,
  prepareStore,
  type SandboxObject,
  type Store,
  withStore,
} from '#stand-ins/sandbox/store.ts';

const day = 24 * 3600;

/** Has the payment sandbox of a database know what the old business has sold, as the provider would. Safe to repeat. */
export async function sellAtSandbox(databaseUrl: string, { subscriptions }: OldBusiness): Promise<void> {
  const pool = openPool(databaseUrl);
  try {
    await prepareStore(pool);
    await withStore(pool, async (store) => {
      const prices = new Map(oldPrices.map((price) => [price.id, priceObject(store, price)]));
      for (const price of prices.values()) await store.put(price);
      for (const subscription of subscriptions) {
        const price = prices.get(subscription.priceId);
        if (price && !(await store.get(subscription.id))) await sell(store, subscription, price);
      }
    });
  } finally {
    await pool.end();
  }
}

const priceObject = (
  store: Store,
  { id, unitAmount, interval }: (typeof oldPrices)[number],
): SandboxObject => ({
  ...newObject(store, 'price', 'price', {
    active: true,
    currency: 'usd',
    unit_amount: unitAmount,
    lookup_key: null,
    metadata: {},
    product: 'prod_old',
    recurring: { interval, interval_count: 1 },
    tax_behavior: 'unspecified',
    type: 'recurring',
  }),
  id,
});

/** A customer with a card that pays, and the subscription. It renews by itself when the sandbox's clock says so. */
async function sell(
  store: Store,
  { id, customerId, email, standing, daysLeft }: OldSubscription,
  price: SandboxObject,
): Promise<void> {
  const card = newObject(store, 'pm', 'payment_method', {
    type: 'card',
    customer: customerId,
    sandbox_behaviour: standing === 'past_due' ? 'attaches_only' : 'pays',
    card: { last4: '4242', brand: 'visa', exp_month: 12, exp_year: 2034, fingerprint: customerId },
  });
  const customer = newObject(store, 'cus', 'customer', {
    address: null,
    balance: 0,
    invoice_settings: { default_payment_method: card.id },
    email,
    name: null,
    metadata: {},
  });
  const end = store.now + daysLeft * day;
  const length = (price.recurring as { interval: string }).interval === 'year' ? 365 : 30;
  const start = end - length * day;
  const isEnded = standing === 'ended';
  const status = standing === 'canceling' ? 'active' : isEnded ? 'canceled' : standing;
  const item = newObject(store, 'si', 'subscription_item', {
    price,
    quantity: 1,
    current_period_start: start,
    current_period_end: end,
  });
  const isTrial = standing === 'trialing';
  const subscription = newObject(store, 'sub', 'subscription', {
    customer: customerId,
    status,
    metadata: {},
    automatic_tax: { enabled: false, disabled_reason: null, liability: null },
    billing_cycle_anchor: start,
    cancel_at: standing === 'canceling' ? end : null,
    cancel_at_period_end: standing === 'canceling',
    canceled_at: isEnded ? store.now - day : null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    collection_method: 'charge_automatically',
    currency: 'usd',
    default_payment_method: null,
    discounts: [],
    ended_at: isEnded ? store.now - day : null,
    latest_invoice: null,
    start_date: start - 300 * day,
    trial_end: isTrial ? end : null,
    trial_start: isTrial ? start : null,
    items: { object: 'list', has_more: false, data: [item] },
  });
  const paidSince = isTrial ? [] : pastPeriods(subscription.start_date as number, start, length);
  const past = paidSince.flatMap((from, index) =>
    paidInvoice(store, { id, customerId, priceCents: Number(price.unit_amount), index, from, length }),
  );
  for (const object of [card, { ...customer, id: customerId }, { ...subscription, id }, ...past])
    await store.put(object);
  if (!isEnded) await store.schedule(end, 'stripe.renew', id);
}

/** When periods began that were paid, from the first one to the present one; in seconds. */
function pastPeriods(since: number, present: number, days: number): number[] {
  const periods: number[] = [];
  for (let from = present; from >= since; from -= days * day) periods.unshift(from);
  return periods;
}

/** An invoice that was paid by card, with all that belongs to it. */
function paidInvoice(
  store: Store,
  paid: { id: string; customerId: string; priceCents: number; index: number; from: number; length: number },
): SandboxObject[] {
  const { id, customerId, priceCents: amount, index, from, length } = paid;
  const name = `${id.replace('sub_', '')}x${index}`;
  const money = { currency: 'usd', customer: customerId, metadata: {}, payment_method: null };
  const isFirst = index === 0;
  const charge = newObject(store, 'ch', 'charge', {
    ...money,
    amount,
    amount_refunded: 0,
    balance_transaction: null,
    disputed: false,
    paid: true,
    payment_intent: `pi_${name}`,
    payment_method_details: null,
    refunded: false,
    status: 'succeeded',
  });
  const intent = newObject(store, 'pi', 'payment_intent', {
    ...money,
    amount,
    amount_received: amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    status: 'succeeded',
  });
  const invoice = newObject(store, 'in', 'invoice', {
    ...money,
    amount_due: amount,
    amount_paid: amount,
    amount_remaining: 0,
    attempt_count: 1,
    billing_reason: isFirst ? 'subscription_create' : 'subscription_cycle',
    discounts: [],
    number: `OLD-${name.toUpperCase()}`,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription: id, metadata: {} },
    },
    sandbox_intent: intent.id,
    status: 'paid',
    status_transitions: { finalized_at: from, marked_uncollectible_at: null, paid_at: from, voided_at: null },
    subtotal: amount,
    total: amount,
    total_discount_amounts: [],
    total_taxes: [],
    lines: {
      object: 'list',
      has_more: false,
      data: [
        {
          id: `il_${name}`,
          object: 'line_item',
          amount,
          parent: { type: 'subscription_item_details', subscription_item_details: { proration: false } },
          period: { start: from, end: from + length * day },
        },
      ],
    },
  });
  const payment = newObject(store, 'inpay', 'invoice_payment', {
    amount_paid: amount,
    amount_requested: amount,
    currency: 'usd',
    invoice: `in_${name}`,
    is_default: true,
    payment: { type: 'payment_intent', payment_intent: `pi_${name}` },
    status: 'paid',
    status_transitions: { paid_at: from, canceled_at: null },
  });
  return [
    { ...charge, created: from },
    { ...intent, id: `pi_${name}`, created: from },
    { ...invoice, id: `in_${name}`, created: from },
    { ...payment, created: from },
  ];
}
