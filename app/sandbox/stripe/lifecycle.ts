import { monthAfter } from '#app/platform/payments/month-after.ts';
import { emit } from '#app/sandbox/stripe/events.ts';
import { createIntent, refuse, settle } from '#app/sandbox/stripe/money.ts';
import { need, newObject, nowSeconds, type Store, type StripeObject } from '#app/sandbox/stripe/store.ts';

type Metadata = Record<string, string>;

/** Begins a subscription: incomplete until its first invoice is paid. */
export async function createSubscription(
  store: Store,
  input: { customer: string; price: StripeObject; metadata: Metadata },
): Promise<StripeObject> {
  const started = nowSeconds();
  const subscription = newObject('sub', 'subscription', {
    customer: input.customer,
    status: 'incomplete',
    metadata: input.metadata,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    currency: input.price.currency,
    default_payment_method: null,
    latest_invoice: null,
    start_date: started,
    items: {
      object: 'list',
      has_more: false,
      data: [
        newObject('si', 'subscription_item', {
          price: input.price,
          quantity: 1,
          current_period_start: started,
          current_period_end: monthAfter(started),
        }),
      ],
    },
  });
  const invoice = await createInvoice(store, subscription, input.price, 'subscription_create');
  subscription.latest_invoice = invoice.id;
  await store.put(subscription);
  await emit(store, 'customer.subscription.created', subscription);
  await emit(store, 'invoice.created', invoice);
  await emit(store, 'invoice.finalized', invoice);
  return subscription;
}

/** An open invoice of a subscription with the payment intent that is to pay it. */
export async function createInvoice(
  store: Store,
  subscription: StripeObject,
  price: StripeObject,
  reason: string,
): Promise<StripeObject> {
  const amount = Number(price.unit_amount);
  const { currency } = price;
  const { customer } = subscription;
  const intent = await createIntent(store, { amount, currency, customer, metadata: {} });
  const invoice = newObject('in', 'invoice', {
    customer: subscription.customer,
    currency: price.currency,
    status: 'open',
    billing_reason: reason,
    amount_due: amount,
    amount_paid: 0,
    amount_remaining: amount,
    total: amount,
    total_taxes: [],
    status_transitions: { paid_at: null },
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
    lines: { object: 'list', has_more: false, data: [] },
    metadata: {},
  });
  intent.sandbox_invoice = invoice.id;
  invoice.sandbox_intent = intent.id;
  await store.put(intent);
  await store.put(invoice);
  return invoice;
}

/** A first invoice nobody paid goes with its subscription: nobody can pay it, or at its hosted checkout, any more. */
async function voidOpenInvoice(store: Store, subscription: StripeObject): Promise<void> {
  const invoice = await need(store, subscription.latest_invoice);
  if (invoice.status !== 'open') return;
  const intent = await need(store, invoice.sandbox_intent);
  Object.assign(invoice, { status: 'void' });
  Object.assign(intent, { status: 'canceled', next_action: null, canceled_at: nowSeconds() });
  await store.put(invoice);
  await store.put(intent);
  await emit(store, 'payment_intent.canceled', intent);
  await emit(store, 'invoice.voided', invoice);
  for (const session of await store.find('checkout.session', { subscription: subscription.id }))
    await store.put({ ...session, status: 'expired', url: null });
}

/** Ends a subscription at once. */
export async function cancel(store: Store, subscription: StripeObject): Promise<void> {
  if (subscription.status === 'canceled') return;
  if (subscription.status === 'incomplete') await voidOpenInvoice(store, subscription);
  Object.assign(subscription, {
    status: 'canceled',
    canceled_at: nowSeconds(),
    ended_at: nowSeconds(),
    cancellation_details: { comment: null, feedback: null, reason: 'cancellation_requested' },
  });
  await store.put(subscription);
  await emit(store, 'customer.subscription.deleted', subscription);
}

interface Item {
  price: StripeObject;
  current_period_start: number;
  current_period_end: number;
}

/** What a subscription is to: its price and its present period. */
function itemOf(subscription: StripeObject): Item {
  const [item] = (subscription.items as { data: Item[] }).data;
  if (!item) throw new Error('a subscription without items');
  return item;
}

/**
 * Changes a subscription: the card that pays it, or when it ends: with its period, or (as the provider's own page for customers sets
 * it) at a time in seconds. A change of nothing is told to nobody.
 */
export async function updateSubscription(
  store: Store,
  subscription: StripeObject,
  change: { cancelAt?: number | null; cancelAtPeriodEnd?: boolean; paymentMethod?: string | null },
): Promise<StripeObject> {
  const before = JSON.stringify(subscription);
  const { cancelAt, cancelAtPeriodEnd: isFlagged, paymentMethod } = change;
  if (paymentMethod !== undefined) subscription.default_payment_method = paymentMethod;
  if (isFlagged !== undefined && isFlagged !== subscription.cancel_at_period_end)
    setEnd(subscription, isFlagged ? itemOf(subscription).current_period_end : null, isFlagged);
  if (cancelAt !== undefined && cancelAt !== subscription.cancel_at) setEnd(subscription, cancelAt, false);
  if (JSON.stringify(subscription) === before) return subscription;
  await store.put(subscription);
  await emit(store, 'customer.subscription.updated', subscription);
  return subscription;
}

function setEnd(subscription: StripeObject, at: number | null, isFlagged: boolean): void {
  const reason = at === null ? null : 'cancellation_requested';
  Object.assign(subscription, {
    cancel_at: at,
    cancel_at_period_end: isFlagged,
    canceled_at: at === null ? null : nowSeconds(),
    cancellation_details: { comment: null, feedback: null, reason },
  });
}

/** Ends the subscriptions whose end has come at `now` (in seconds). */
export async function endPeriods(store: Store, now = nowSeconds()): Promise<void> {
  const { rows } = await store.query<{ data: StripeObject }>(
    `SELECT data FROM sandbox.objects WHERE object = 'subscription' AND data->>'status' <> 'canceled'
     AND (data->>'cancel_at')::bigint <= $1`,
    [Math.floor(now)],
  );
  for (const { data } of rows) await cancel(store, data);
}

/** Moves a subscription to its next month: a new invoice, paid or (card declined) left open. One that was to end, ends. */
export async function renew(
  store: Store,
  subscription: StripeObject,
  succeeds: boolean,
): Promise<StripeObject> {
  const { cancel_at, latest_invoice } = subscription;
  const item = itemOf(subscription);
  if (typeof cancel_at === 'number' && cancel_at <= item.current_period_end) {
    await cancel(store, subscription);
    return need(store, latest_invoice);
  }
  item.current_period_start = item.current_period_end;
  item.current_period_end = monthAfter(item.current_period_end, Number(subscription.start_date));
  const invoice = await createInvoice(store, subscription, item.price, 'subscription_cycle');
  subscription.latest_invoice = invoice.id;
  if (!succeeds) subscription.status = 'past_due';
  await store.put(subscription);
  const intent = await need(store, invoice.sandbox_intent);
  if (succeeds) await settle(store, intent);
  else {
    await refuse(store, intent, { code: 'card_declined', message: 'Your card was declined.' });
    await emit(store, 'customer.subscription.updated', subscription);
  }
  return need(store, invoice.id);
}
