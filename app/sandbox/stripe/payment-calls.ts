import { firstPrice } from '#app/sandbox/stripe/catalogue-calls.ts';
import { asMetadata, create, type Endpoint, find, list } from '#app/sandbox/stripe/endpoint.ts';
import { closeDispute, createIntent, dispute, refund } from '#app/sandbox/stripe/money.ts';
import { ApiError, asRecord, type Params, required, wholeNumber } from '#app/sandbox/stripe/parameters.ts';
import { newObject, type StripeObject } from '#app/sandbox/stripe/store.ts';

/** The least the provider takes, in cents. */
const leastCents = 50;

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
function checkMode(params: Params, price: StripeObject): void {
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

/** Payment intents, hosted checkouts, the page for the card, refunds and disputes. */
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
    takes: ['customer', 'limit'],
    async run({ store, params: { customer } }) {
      const intents = await store.find('payment_intent', customer ? { customer } : {});
      return list('/v1/payment_intents', intents);
    },
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
        total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
        sandbox_price: price.id,
        sandbox_subscription_metadata: asMetadata(asRecord(params.subscription_data).metadata),
        sandbox_intent_metadata: asMetadata(asRecord(params.payment_intent_data).metadata),
      });
      session.url = `${publicBase}/sandbox/checkout/${session.id}`;
      await store.put(session);
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
      const session = newObject('bps', 'billing_portal.session', {
        customer: customer.id,
        return_url: required(params, 'return_url'),
        flow,
      });
      session.url = `${publicBase}/sandbox/card/${session.id}`;
      await store.put(session);
      return session;
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/refunds$/,
    takes: ['payment_intent', 'amount', 'reason', 'metadata.*'],
    async run({ store, params }) {
      const intent = await find(
        store,
        'payment_intent',
        required(params, 'payment_intent'),
        'payment_intent',
      );
      if (!intent.latest_charge)
        throw new ApiError(
          400,
          'payment_intent_unexpected_state',
          `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
        );
      const charge = await find(store, 'charge', String(intent.latest_charge), 'payment_intent');
      const open = Number(charge.amount) - Number(charge.amount_refunded);
      const amount = params.amount === undefined ? open : wholeNumber(params.amount, 'amount', 1);
      if (open === 0)
        throw new ApiError(400, 'charge_already_refunded', `Charge ${charge.id} has already been refunded.`);
      if (amount > open)
        throw new ApiError(
          400,
          'amount_too_large',
          `Refund amount is greater than unrefunded amount on charge.`,
          'amount',
        );
      return refund(store, charge, amount);
    },
  },
  // What a cardholder's bank does in life.
  {
    method: 'POST',
    path: /^\/v1\/test_helpers\/payment_intents\/(\w+)\/dispute$/,
    takes: [],
    run: async ({ store, id }) =>
      dispute(
        store,
        await find(store, 'charge', String((await find(store, 'payment_intent', id)).latest_charge)),
      ),
  },
  {
    method: 'POST',
    path: /^\/v1\/test_helpers\/disputes\/(\w+)\/close$/,
    takes: ['status'],
    async run({ store, id, params }) {
      const status = required(params, 'status');
      if (!['won', 'lost', 'warning_closed'].includes(status))
        throw new ApiError(400, 'parameter_invalid', 'Invalid status.', 'status');
      return closeDispute(store, await find(store, 'dispute', id), status);
    },
  },
];
