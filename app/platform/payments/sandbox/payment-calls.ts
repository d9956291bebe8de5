import { firstPrice } from '#app/platform/payments/sandbox/catalogue-calls.ts';
import { asMetadata, create, type Endpoint, find } from '#app/platform/payments/sandbox/endpoint.ts';
import { dispute, refund } from '#app/platform/payments/sandbox/money.ts';
import { ApiError, asRecord, cents, required } from '#app/platform/payments/sandbox/parameters.ts';
import { newObject } from '#app/platform/payments/sandbox/store.ts';

/** Payment intents, hosted checkouts, the page for the card, refunds and disputes. */
export const paymentCalls: readonly Endpoint[] = [
  {
    method: 'GET',
    path: /^\/v1\/payment_intents\/(\w+)$/,
    takes: [],
    run: ({ store, id }) => find(store, 'payment_intent', id),
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
    ],
    async run({ store, params, publicBase }) {
      const customer = await find(store, 'customer', required(params, 'customer'), 'customer');
      const price = await firstPrice(store, params.line_items, 'line_items');
      if (params.mode !== 'subscription')
        throw new ApiError(400, 'parameter_invalid', 'Invalid mode.', 'mode');
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
        sandbox_price: price.id,
        sandbox_subscription_metadata: asMetadata(asRecord(params.subscription_data).metadata),
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
      const amount = params.amount === undefined ? open : cents(params.amount, 'amount', 1);
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
];
