import { newObject, type SandboxObject } from '#app/sandbox/store.ts';
import { firstPrice, refuseInactive } from '#app/sandbox/stripe/catalogue-calls.ts';
import { asMetadata, create, type Endpoint, find } from '#app/sandbox/stripe/endpoint.ts';
import { pageOf, pageParams } from '#app/sandbox/stripe/listing.ts';
import { createIntent } from '#app/sandbox/stripe/money.ts';
import { ApiError, asRecord, type Params, required, wholeNumber } from '#app/sandbox/stripe/parameters.ts';

/** The least the provider takes, in cents. */
const leastCents = 50;

/** A hosted checkout is open for a day. */
const secondsToPay = 24 * 3600;

/** @throws {ApiError} when another way to pay is asked for: the sandbox knows cards. */
function takesCards({ allowed_payment_method_types: types }: Params): void {
  if (types !== undefined && JSON.stringify(types) !== '["card"]')
    throw new ApiError(
      400,
      'parameter_invalid',
      'The sandbox takes cards alone.',
      'allowed_payment_method_types',
    );
}

/** @throws {ApiError} when a hosted checkout's mode is none, or not that of what it sells. */
function checkMode(params: Params, price: SandboxObject): void {
  const { mode } = params;
  if (mode !== 'subscription' && mode !== 'payment')
    throw new ApiError(400, 'parameter_invalid', 'Invalid mode.', 'mode');
  if (mode === 'payment' && price.recurring)
    throw new ApiError(
      400,
      'parameter_invalid',
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      'mode',
    );
  if (mode === 'subscription' && !price.recurring)
    throw new ApiError(
      400,
      'parameter_invalid',
      'You must provide at least one recurring price in `subscription` mode when using prices.',
      'line_items',
    );
  const foreign = mode === 'payment' ? 'subscription_data' : 'payment_intent_data';
  if (params[foreign] !== undefined)
    throw new ApiError(
      400,
      'parameter_invalid',
      `You can not pass \`${foreign}\` in \`${mode}\` mode.`,
      foreign,
    );
}

/** Payment intents, hosted checkouts, the page for the card. */
export const paymentCalls: readonly Endpoint[] = [
  {
    method: 'GET',
    path: /^\/v1\/payment_intents\/(\w+)$/,
    takes: [],
    run: ({ store, id }) => find(store, 'payment_intent', id),
  },
  {
    method: 'GET',
    path: /^\/v1\/payment_intents$/,
    takes: ['customer', ...pageParams],
    run: ({ store, params }) =>
      pageOf(store, { url: '/v1/payment_intents', kind: 'payment_intent', params, by: ['customer'] }),
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_intents$/,
    takes: ['amount', 'currency', 'customer', 'description', 'allowed_payment_method_types', 'metadata.*'],
    async run({ store, params }) {
      const amount = wholeNumber(required(params, 'amount'), 'amount', 1);
      const currency = required(params, 'currency');
      if (amount < leastCents)
        throw new ApiError(400, 'amount_too_small', 'Amount must be at least $0.50 usd', 'amount');
      takesCards(params);
      const customer = params.customer
        ? (await find(store, 'customer', String(params.customer), 'customer')).id
        : null;
      return createIntent(store, { amount, currency, customer, metadata: asMetadata(params.metadata) });
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions$/,
    takes: [
      'mode',
      'customer',
      'line_items.price',
      'line_items.quantity',
      'success_url',
      'cancel_url',
      'client_reference_id',
      'metadata.*',
      'subscription_data.metadata.*',
      'allowed_payment_method_types',
      'payment_intent_data.metadata.*',
    ],
    async run({ store, params, publicBase }) {
      const customer = await find(store, 'customer', required(params, 'customer'), 'customer');
      const price = await firstPrice(store, params.line_items, 'line_items');
      checkMode(params, price);
      takesCards(params);
      refuseInactive(price, 'line_items[0][price]');
      const session = await create(store, 'cs_test', 'checkout.session', {
        mode: params.mode,
        status: 'open',
        payment_status: 'unpaid',
        customer: customer.id,
        amount_total: price.unit_amount,
        currency: price.currency,
        success_url: required(params, 'success_url'),
        cancel_url: params.cancel_url ?? null,
        client_reference_id: params.client_reference_id ?? null,
        metadata: asMetadata(params.metadata),
        subscription: null,
        payment_intent: null,
        expires_at: store.now + secondsToPay,
        total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
        sandbox_price: price.id,
        sandbox_subscription_metadata: asMetadata(asRecord(params.subscription_data).metadata),
        sandbox_intent_metadata: asMetadata(asRecord(params.payment_intent_data).metadata),
      });
      session.url = `${publicBase}/sandbox/checkout/${session.id}`;
      await store.put(session);
      await store.schedule(store.now + secondsToPay, 'stripe.expire-session', session.id);
      return session;
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/checkout\/sessions\/(\w+)$/,
    takes: [],
    run: ({ store, id }) => find(store, 'checkout.session', id),
  },
  {
    method: 'POST',
    path: /^\/v1\/billing_portal\/sessions$/,
    takes: [
      'customer',
      'return_url',
      'flow_data.type',
      'flow_data.after_completion.type',
      'flow_data.after_completion.redirect.return_url',
    ],
    async run({ store, params, publicBase }) {
      const customer = await find(store, 'customer', required(params, 'customer'), 'customer');
      const flow = asRecord(params.flow_data);
      if (flow.type !== 'payment_method_update')
        throw new ApiError(400, 'parameter_invalid', 'The sandbox knows no other flow.', 'flow_data[type]');
      const session = newObject(store, 'bps', 'billing_portal.session', {
        customer: customer.id,
        return_url: required(params, 'return_url'),
        flow,
      });
      session.url = `${publicBase}/sandbox/card/${session.id}`;
      await store.put(session);
      return session;
    },
  },
];
