import { firstPrice } from '#app/sandbox/stripe/catalogue-calls.ts';
import { asMetadata, type Endpoint, find, list } from '#app/sandbox/stripe/endpoint.ts';
import { cancel, createSubscription, renew, updateSubscription } from '#app/sandbox/stripe/lifecycle.ts';
import { ApiError, flag, required, wholeNumber } from '#app/sandbox/stripe/parameters.ts';

/** Subscriptions and their invoices. */
export const subscriptionCalls: readonly Endpoint[] = [
  {
    method: 'POST',
    path: /^\/v1\/subscriptions$/,
    takes: [
      'customer',
      'items.price',
      'items.quantity',
      'payment_behavior',
      'payment_settings.save_default_payment_method',
      'metadata.*',
    ],
    async run({ store, params }) {
      if (params.payment_behavior !== 'default_incomplete')
        throw new ApiError(
          400,
          'resource_missing',
          'This customer has no attached payment source or default payment method.',
        );
      const customer = await find(store, 'customer', required(params, 'customer'), 'customer');
      const price = await firstPrice(store, params.items, 'items');
      if (!price.recurring)
        throw new ApiError(
          400,
          'parameter_invalid',
          'The price specified is not recurring.',
          'items[0][price]',
        );
      return createSubscription(store, {
        customer: customer.id,
        price,
        metadata: asMetadata(params.metadata),
      });
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/subscriptions$/,
    takes: ['customer', 'status', 'limit'],
    async run({ store, params: { customer, status } }) {
      const fields = { ...(customer ? { customer } : {}), ...(status ? { status } : {}) };
      return list('/v1/subscriptions', await store.find('subscription', fields));
    },
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
    takes: ['cancel_at', 'cancel_at_period_end', 'default_payment_method'],
    async run({ store, id, params: { cancel_at, cancel_at_period_end, default_payment_method } }) {
      const subscription = await find(store, 'subscription', id);
      if (subscription.status === 'canceled')
        throw new ApiError(
          400,
          'invalid_canceled_subscription_fields',
          'A canceled subscription can only update its cancellation_details and metadata.',
        );
      const isCleared = default_payment_method === '';
      if (default_payment_method !== undefined && !isCleared)
        await find(store, 'payment_method', String(default_payment_method), 'default_payment_method');
      return updateSubscription(store, subscription, {
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
      if (subscription.status === 'canceled')
        throw new ApiError(404, 'resource_missing', `No such subscription: '${id}'`, 'id');
      await cancel(store, subscription);
      return subscription;
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/invoices\/(\w+)$/,
    takes: [],
    run: ({ store, id }) => find(store, 'invoice', id),
  },
  {
    method: 'GET',
    path: /^\/v1\/invoice_payments$/,
    takes: ['invoice', 'payment.type', 'payment.payment_intent', 'limit'],
    async run({ store, params: { invoice, payment } }) {
      const fields = { ...(invoice ? { invoice } : {}), ...(payment ? { payment } : {}) };
      return list('/v1/invoice_payments', await store.find('invoice_payment', fields));
    },
  },
  // What takes a month in life.
  {
    method: 'POST',
    path: /^\/v1\/test_helpers\/subscriptions\/(\w+)\/renew$/,
    takes: ['succeeds'],
    run: async ({ store, id, params }) =>
      renew(store, await find(store, 'subscription', id), params.succeeds !== 'false'),
  },
];
