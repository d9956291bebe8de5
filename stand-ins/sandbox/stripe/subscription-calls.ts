import type { SandboxObject, Store } from '#stand-ins/sandbox/store.ts';
import {
  firstPrice,
  firstQuantity,
  onceBought,
  refuseInactive,
} from '#stand-ins/sandbox/stripe/catalogue-calls.ts';
import {
  changePrice,
  linesOfChange,
  type PriceChange,
  type ProrationBehavior,
  setDiscounts,
  setTrial,
} from '#stand-ins/sandbox/stripe/changes.ts';
import { reductionsIn } from '#stand-ins/sandbox/stripe/coupons.ts';
import { asMetadata, type Endpoint, find } from '#stand-ins/sandbox/stripe/endpoint.ts';
import { previewInvoice, subscriptionOf, voidInvoice } from '#stand-ins/sandbox/stripe/invoices.ts';
import { itemOf } from '#stand-ins/sandbox/stripe/items.ts';
import {
  cancel,
  createSubscription,
  expireSubscription,
  hasEnded,
  refuseOtherCurrency,
  updateSubscription,
} from '#stand-ins/sandbox/stripe/lifecycle.ts';
import { pageOf, pageParams } from '#stand-ins/sandbox/stripe/listing.ts';
import {
  ApiError,
  asRecord,
  flag,
  type Params,
  required,
  wholeNumber,
} from '#stand-ins/sandbox/stripe/parameters.ts';
import { changeCollection } from '#stand-ins/sandbox/stripe/pauses.ts';
import { payInvoice, renewNow } from '#stand-ins/sandbox/stripe/renewal.ts';

/** Which subscriptions a list shows: without a status those that were not canceled. */
function statusFilter(status: unknown): Record<string, unknown> | string {
  if (status === 'all') return {};
  if (status === 'ended') return `data->>'status' IN ('canceled', 'incomplete_expired')`;
  return status ? { status } : `data->>'status' <> 'canceled'`;
}

/** When a trial that is asked for is over, in seconds. */
function trialEndOf(store: Store, { trial_end, trial_period_days: days }: Params): number | undefined {
  if (trial_end !== undefined) return wholeNumber(trial_end, 'trial_end', store.now + 1);
  return days === undefined ? undefined : store.now + wholeNumber(days, 'trial_period_days', 1) * 24 * 3600;
}

async function cardOf(store: Store, { default_payment_method: id }: Params): Promise<string | null> {
  return id ? (await find(store, 'payment_method', String(id), 'default_payment_method')).id : null;
}

const prorationBehaviors: readonly unknown[] = ['create_prorations', 'always_invoice', 'none'];

const paymentBehaviors: readonly unknown[] = ['allow_incomplete', 'error_if_incomplete'];

/**
 * The price that a change of items names, how many of it, and as of when it is worked out. What it does not name stays as it is.
 * @throws {ApiError} where the item is none of the subscription's: the provider would add a second one
 */
async function readChange(
  store: Store,
  subscription: SandboxObject,
  { items, proration_behavior: behavior = 'create_prorations', proration_date: date }: Params,
): Promise<PriceChange> {
  const [named = {}] = Array.isArray(items) ? (items as Params[]) : [];
  const present = itemOf(subscription);
  const price = named.price === undefined ? present.price : await firstPrice(store, items, 'items');
  if (named.price !== undefined) refuseInactive(price, 'items[0][price]');
  if (price.currency !== subscription.currency)
    throw new ApiError(
      400,
      'parameter_invalid',
      `The price specified only supports \`${String(price.currency)}\`. This doesn't match the expected currency: \`${String(subscription.currency)}\`.`,
      'items[0][price]',
    );
  const quantity = named.quantity === undefined ? present.quantity : firstQuantity(items, 'items');
  const { id } = named;
  if (id !== itemOf(subscription).id)
    throw new ApiError(400, 'resource_missing', `No such subscription item: '${String(id)}'`, 'items[0][id]');
  if (!prorationBehaviors.includes(behavior))
    throw new ApiError(400, 'parameter_invalid', 'Invalid proration_behavior.', 'proration_behavior');
  const { current_period_start: start, current_period_end: end } = itemOf(subscription);
  const prorationDate = date === undefined ? store.now : wholeNumber(date, 'proration_date', 1);
  if (date !== undefined && (prorationDate < start || prorationDate > end))
    throw new ApiError(
      400,
      'invalid_request_error',
      'Cannot specify `proration_date` outside of the subscription’s current period.',
      'proration_date',
    );
  return { price, quantity, behavior: behavior as ProrationBehavior, prorationDate };
}

async function changeItems(
  store: Store,
  subscription: SandboxObject,
  params: Params,
): Promise<SandboxObject> {
  const { payment_behavior = 'allow_incomplete' } = params;
  if (!paymentBehaviors.includes(payment_behavior))
    throw new ApiError(400, 'parameter_invalid', 'Invalid payment_behavior.', 'payment_behavior');
  const isErrorIfIncomplete = payment_behavior === 'error_if_incomplete';
  const change = await readChange(store, subscription, params);
  return changePrice(store, subscription, { ...change, isErrorIfIncomplete });
}

/** What the invoice of a change would be, which is not made. @throws {ApiError} for a subscription that has ended */
async function previewChange(store: Store, { subscription: id, subscription_details }: Params) {
  const subscription = await find(store, 'subscription', String(id), 'subscription');
  if (hasEnded(subscription))
    throw new ApiError(404, 'invoice_upcoming_none', 'No upcoming invoices for customer.');
  const { prorationDate, ...to } = await readChange(store, subscription, asRecord(subscription_details));
  return previewInvoice(store, subscription, linesOfChange(store, subscription, to, prorationDate), {
    subscription_proration_date: prorationDate,
  });
}

/** Subscriptions and their invoices. */
export const subscriptionCalls: readonly Endpoint[] = [
  {
    method: 'POST',
    path: /^\/v1\/subscriptions$/,
    takes: [
      'customer',
      'add_invoice_items.price',
      'items.price',
      'items.quantity',
      'payment_behavior',
      'payment_settings.save_default_payment_method',
      'trial_end',
      'trial_period_days',
      'default_payment_method',
      'discounts.coupon',
      'discounts.promotion_code',
      'metadata.*',
    ],
    async run({ store, params }) {
      const trialEnd = trialEndOf(store, params);
      // Something is to be paid now, or the provider is told that it will be.
      if (params.payment_behavior !== 'default_incomplete' && !trialEnd)
        throw new ApiError(
          400,
          'resource_missing',
          'This customer has no attached payment source or default payment method.',
        );
      const customer = await find(store, 'customer', required(params, 'customer'), 'customer');
      const price = await firstPrice(store, params.items, 'items');
      refuseInactive(price, 'items[0][price]');
      if (!price.recurring)
        throw new ApiError(
          400,
          'parameter_invalid',
          'The price specified is not recurring.',
          'items[0][price]',
        );
      const items = Array.isArray(params.add_invoice_items) ? params.add_invoice_items : [];
      const added = await onceBought(store, items, 'add_invoice_items[0]');
      if (added && added.currency !== price.currency)
        throw new ApiError(
          400,
          'parameter_invalid',
          'All prices must have the same currency.',
          'add_invoice_items',
        );
      await refuseOtherCurrency(store, customer.id, price.currency);
      return createSubscription(store, {
        customer: customer.id,
        price,
        quantity: firstQuantity(params.items, 'items'),
        ...(added ? { added } : {}),
        metadata: asMetadata(params.metadata),
        card: await cardOf(store, params),
        reductions: await reductionsIn(store, params.discounts, price.currency),
        ...(trialEnd ? { trialEnd } : {}),
      });
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/subscriptions$/,
    takes: ['customer', 'price', 'status', ...pageParams],
    run: ({ store, params: { status, price, ...params } }) =>
      pageOf(store, {
        url: '/v1/subscriptions',
        kind: 'subscription',
        params,
        by: ['customer'],
        where: statusFilter(status),
        ...(price ? { within: { items: { data: [{ price: { id: String(price) } }] } } } : {}),
      }),
  },
  {
    method: 'GET',
    path: /^\/v1\/subscriptions\/(\w+)$/,
    takes: [],
    run: ({ store, id }) => find(store, 'subscription', id),
  },
  {
    method: 'POST',
    path: /^\/v1\/subscriptions\/(\w+)$/,
    takes: [
      'cancel_at',
      'cancel_at_period_end',
      'default_payment_method',
      'trial_end',
      'items.id',
      'items.price',
      'items.quantity',
      'payment_behavior',
      'proration_behavior',
      'proration_date',
      'pause_collection',
      'pause_collection.behavior',
      'pause_collection.resumes_at',
      'billing_cycle_anchor.type',
      'discounts.coupon',
      'metadata.*',
    ],
    async run({ store, id, params }) {
      const { cancel_at, cancel_at_period_end, default_payment_method } = params;
      const subscription = await find(store, 'subscription', id);
      if (hasEnded(subscription))
        throw new ApiError(
          400,
          'invalid_canceled_subscription_fields',
          'A canceled subscription can only update its cancellation_details and metadata.',
        );
      if (params.pause_collection !== undefined || params.billing_cycle_anchor !== undefined)
        return changeCollection(store, subscription, params);
      if (params.discounts !== undefined)
        return setDiscounts(
          store,
          subscription,
          await reductionsIn(store, params.discounts, subscription.currency),
        );
      if (params.items !== undefined) return changeItems(store, subscription, params);
      if (params.trial_end !== undefined)
        return setTrial(
          store,
          subscription,
          params.trial_end === 'now' ? 'now' : wholeNumber(params.trial_end, 'trial_end', 1),
        );
      const isCleared = default_payment_method === '';
      if (default_payment_method !== undefined && !isCleared)
        await find(store, 'payment_method', String(default_payment_method), 'default_payment_method');
      return updateSubscription(store, subscription, {
        ...(params.metadata === undefined ? {} : { metadata: asMetadata(params.metadata) }),
        ...(cancel_at === undefined
          ? {}
          : { cancelAt: cancel_at === '' ? null : wholeNumber(cancel_at, 'cancel_at', 1) }),
        ...(cancel_at_period_end === undefined
          ? {}
          : { cancelAtPeriodEnd: flag(cancel_at_period_end, 'cancel_at_period_end') }),
        ...(default_payment_method === undefined
          ? {}
          : { paymentMethod: isCleared ? null : String(default_payment_method) }),
      });
    },
  },
  {
    method: 'DELETE',
    path: /^\/v1\/subscriptions\/(\w+)$/,
    takes: [],
    async run({ store, id }) {
      const subscription = await find(store, 'subscription', id);
      if (hasEnded(subscription))
        throw new ApiError(404, 'resource_missing', `No such subscription: '${id}'`, 'id');
      await cancel(store, subscription);
      return subscription;
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/invoices\/create_preview$/,
    takes: [
      'subscription',
      'subscription_details.items.id',
      'subscription_details.items.price',
      'subscription_details.items.quantity',
      'subscription_details.proration_behavior',
      'subscription_details.proration_date',
    ],
    run: ({ store, params }) => previewChange(store, params),
  },
  {
    method: 'GET',
    path: /^\/v1\/invoices$/,
    takes: ['customer', 'status', 'subscription', ...pageParams],
    run: ({ store, params: { subscription, ...params } }) =>
      pageOf(store, {
        url: '/v1/invoices',
        kind: 'invoice',
        params,
        by: ['customer', 'status'],
        where: subscription ? { parent: { subscription_details: { subscription } } } : {},
      }),
  },
  {
    method: 'GET',
    path: /^\/v1\/invoices\/(\w+)$/,
    takes: [],
    run: ({ store, id }) => find(store, 'invoice', id),
  },
  {
    method: 'POST',
    path: /^\/v1\/invoices\/(\w+)\/void$/,
    takes: [],
    async run({ store, id }) {
      const invoice = await find(store, 'invoice', id);
      if (invoice.status !== 'open')
        throw new ApiError(
          400,
          'invoice_not_editable',
          `You can only void an invoice that is open. This invoice is ${String(invoice.status)}.`,
        );
      await voidInvoice(store, invoice);
      // A subscription whose first invoice cannot be paid any more is none.
      await expireSubscription(store, await subscriptionOf(store, invoice));
      return invoice;
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/invoices\/(\w+)\/pay$/,
    takes: ['off_session'],
    run: async ({ store, id, params: { off_session = 'true' } }) =>
      payInvoice(store, await find(store, 'invoice', id), flag(off_session, 'off_session')),
  },
  {
    method: 'GET',
    path: /^\/v1\/invoice_payments$/,
    takes: ['invoice', 'payment.type', 'payment.payment_intent', 'status', ...pageParams],
    run: ({ store, params }) =>
      pageOf(store, {
        url: '/v1/invoice_payments',
        kind: 'invoice_payment',
        params,
        by: ['invoice', 'payment', 'status'],
      }),
  },
  {
    method: 'GET',
    path: /^\/v1\/invoice_payments\/(\w+)$/,
    takes: [],
    run: ({ store, id }) => find(store, 'invoice_payment', id),
  },
  // What takes a month in life.
  {
    method: 'POST',
    path: /^\/v1\/test_helpers\/subscriptions\/(\w+)\/renew$/,
    takes: ['succeeds'],
    run: async ({ store, id, params }) =>
      renewNow(store, await find(store, 'subscription', id), params.succeeds !== 'false'),
  },
];
