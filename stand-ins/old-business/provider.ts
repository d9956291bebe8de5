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
  for (const object of [card, { ...customer, id: customerId }, { ...subscription, id }])
    await store.put(object);
  if (!isEnded) await store.schedule(end, 'stripe.renew', id);
}
