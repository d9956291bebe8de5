import { need, newObject, type SandboxObject, type Store } from '#stand-ins/sandbox/store.ts';
import { discount, type Reduction } from '#stand-ins/sandbox/stripe/discounts.ts';
import { emit } from '#stand-ins/sandbox/stripe/events.ts';
import { draftInvoice, finalizeInvoice, voidInvoice } from '#stand-ins/sandbox/stripe/invoices.ts';
import { itemOf } from '#stand-ins/sandbox/stripe/items.ts';
import { lineOfItem, lineOfPeriod } from '#stand-ins/sandbox/stripe/lines.ts';
import { ApiError } from '#stand-ins/sandbox/stripe/parameters.ts';
import { periodAfter } from '#stand-ins/sandbox/stripe/period.ts';

type Metadata = Record<string, string>;

/** A subscription whose first invoice is not paid by then expires. */
const secondsToPay = 23 * 3600;

/** How long before the end of a trial it is told. */
const trialNoticeSeconds = 3 * 24 * 3600;

/** Statuses that nothing leads out of. */
const endStatuses: readonly unknown[] = ['canceled', 'incomplete_expired'];

export const hasEnded = (subscription: SandboxObject) => endStatuses.includes(subscription.status);

/** What a subscription begins with. */
interface Beginning {
  customer: string;
  price: SandboxObject;
  /** How many times the price is paid: once, unless it says so. */
  quantity?: number;
  /** What its first invoice takes once beside it. */
  added?: SandboxObject;
  metadata: Metadata;
  reductions?: readonly Reduction[];
  /** When its trial is over, in seconds. */
  trialEnd?: number;
  isTaxed?: boolean;
  /** The card that pays it, where one is given before anything is to be paid. */
  card?: string | null;
}

/** Subscriptions of one customer are paid in one currency. @throws {ApiError} where one that has not ended is in another */
export async function refuseOtherCurrency(store: Store, customer: unknown, currency: unknown): Promise<void> {
  const subscriptions = await store.find('subscription', { customer });
  const other = subscriptions.find((one) => !hasEnded(one) && one.currency !== currency);
  if (other)
    throw new ApiError(
      400,
      undefined,
      `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency ${String(other.currency)}.`,
    );
}

/** Begins a subscription: incomplete until its first invoice is paid. One of which nothing is to be paid yet is live at once. */
export async function createSubscription(store: Store, input: Beginning): Promise<SandboxObject> {
  const started = store.now;
  const { trialEnd, reductions = [], quantity = 1 } = input;
  const periodEnd = trialEnd ?? periodAfter(input.price, started);
  const subscription = newObject(store, 'sub', 'subscription', {
    customer: input.customer,
    status: trialEnd ? 'trialing' : 'incomplete',
    metadata: input.metadata,
    automatic_tax: { enabled: input.isTaxed ?? false, disabled_reason: null, liability: null },
    billing_cycle_anchor: trialEnd ?? started,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    collection_method: 'charge_automatically',
    currency: input.price.currency,
    default_payment_method: input.card ?? null,
    discounts: [],
    ended_at: null,
    latest_invoice: null,
    pause_collection: null,
    schedule: null,
    start_date: started,
    trial_end: trialEnd ?? null,
    trial_start: trialEnd ? started : null,
    items: {
      object: 'list',
      has_more: false,
      data: [
        newObject(store, 'si', 'subscription_item', {
          price: input.price,
          quantity,
          current_period_start: started,
          current_period_end: periodEnd,
        }),
      ],
    },
  });
  const of = { customer: input.customer, subscription: subscription.id };
  for (const reduction of reductions)
    (subscription.discounts as string[]).push(await discount(store, reduction, of));
  await store.put(subscription);
  const invoice = await draftInvoice(
    store,
    subscription,
    [lineOfPeriod(subscription), ...(input.added ? [lineOfItem(input.added, started)] : [])],
    'subscription_create',
  );
  const intent = await finalizeInvoice(store, invoice);
  subscription.latest_invoice = invoice.id;
  if (!intent && subscription.status === 'incomplete') subscription.status = 'active';
  await store.put(subscription);
  await emit(store, 'customer.subscription.created', subscription);
  if (intent) await store.schedule(started + secondsToPay, 'stripe.expire-subscription', subscription.id);
  if (trialEnd) await announceTrialEnd(store, subscription);
  await store.schedule(periodEnd, 'stripe.renew', subscription.id);
  return subscription;
}

/** A trial's end is told three days before; of a shorter one, at once. */
export async function announceTrialEnd(store: Store, subscription: SandboxObject): Promise<void> {
  const at = Number(subscription.trial_end) - trialNoticeSeconds;
  if (at <= store.now) await emit(store, 'customer.subscription.trial_will_end', subscription);
  else await store.schedule(at, 'stripe.trial-will-end', subscription.id);
}

/** The days before the end of a trial have come, if it still ends then. */
export async function trialWillEnd(store: Store, subscription: SandboxObject): Promise<void> {
  const isDue = Number(subscription.trial_end) - trialNoticeSeconds === store.now;
  if (subscription.status === 'trialing' && isDue)
    await emit(store, 'customer.subscription.trial_will_end', subscription);
}

/** The first invoice of a subscription that ends unpaid goes with it, and so does its hosted checkout. */
async function voidFirstInvoice(store: Store, subscription: SandboxObject): Promise<void> {
  await voidInvoice(store, await need(store, subscription.latest_invoice));
  for (const session of await store.find('checkout.session', { subscription: subscription.id })) {
    const expired = { ...session, status: 'expired', url: null };
    await store.put(expired);
    await emit(store, 'checkout.session.expired', expired);
  }
}

/** Ends a subscription at once. `reason` is what the provider gives as the reason. */
export async function cancel(
  store: Store,
  subscription: SandboxObject,
  reason: 'cancellation_requested' | 'payment_failed' = 'cancellation_requested',
): Promise<void> {
  if (hasEnded(subscription)) return;
  if (subscription.status === 'incomplete') await voidFirstInvoice(store, subscription);
  Object.assign(subscription, {
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? store.now,
    ended_at: store.now,
    cancellation_details: { comment: null, feedback: null, reason },
  });
  await store.put(subscription);
  await emit(store, 'customer.subscription.deleted', subscription);
}

/** A subscription that was never paid is one no more. */
export async function expireSubscription(store: Store, subscription: SandboxObject): Promise<void> {
  if (subscription.status !== 'incomplete') return;
  await voidFirstInvoice(store, subscription);
  Object.assign(subscription, { status: 'incomplete_expired', ended_at: store.now });
  await store.put(subscription);
  await emit(store, 'customer.subscription.updated', subscription);
}

/** A subscription that was to end at a date ends, if that date still holds. */
export async function endAtDate(store: Store, subscription: SandboxObject): Promise<void> {
  const { cancel_at } = subscription;
  if (typeof cancel_at === 'number' && cancel_at <= store.now) await cancel(store, subscription);
}

/**
 * Changes a subscription: the card that pays it, or when it ends: with its period, or (as the provider's own page for customers sets
 * it) at a time in seconds. A change of nothing is told to nobody.
 */
export async function updateSubscription(
  store: Store,
  subscription: SandboxObject,
  change: {
    cancelAt?: number | null;
    cancelAtPeriodEnd?: boolean;
    paymentMethod?: string | null;
    metadata?: Metadata;
  },
): Promise<SandboxObject> {
  const before = JSON.stringify(subscription);
  const { cancelAt, cancelAtPeriodEnd: isFlagged, paymentMethod, metadata } = change;
  if (subscription.schedule && (cancelAt !== undefined || isFlagged !== undefined))
    throw new ApiError(
      400,
      undefined,
      'The subscription is managed by the subscription schedule, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.',
    );
  if (metadata)
    subscription.metadata = Object.fromEntries(
      Object.entries({ ...(subscription.metadata as Metadata), ...metadata }).filter(
        ([, text]) => text !== '',
      ),
    );
  if (paymentMethod !== undefined) subscription.default_payment_method = paymentMethod;
  if (isFlagged !== undefined && isFlagged !== subscription.cancel_at_period_end)
    await setEnd(store, subscription, isFlagged ? itemOf(subscription).current_period_end : null, isFlagged);
  if (
    cancelAt !== undefined &&
    (cancelAt !== subscription.cancel_at || (cancelAt !== null && subscription.cancel_at_period_end))
  )
    await setEnd(store, subscription, cancelAt, false);
  if (JSON.stringify(subscription) === before) return subscription;
  await store.put(subscription);
  await emit(store, 'customer.subscription.updated', subscription);
  return subscription;
}

async function setEnd(
  store: Store,
  subscription: SandboxObject,
  at: number | null,
  isFlagged: boolean,
): Promise<void> {
  const reason = at === null ? null : 'cancellation_requested';
  Object.assign(subscription, {
    cancel_at: at,
    cancel_at_period_end: isFlagged,
    canceled_at: at === null ? null : store.now,
    cancellation_details: { comment: null, feedback: null, reason },
  });
  if (at !== null) await store.schedule(at, 'stripe.end', subscription.id);
}
