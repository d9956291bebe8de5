import { closeDispute, dispute, escalate } from '#stand-ins/sandbox/stripe/disputes.ts';
import { asMetadata, type Endpoint, find } from '#stand-ins/sandbox/stripe/endpoint.ts';
import { pageOf, pageParams } from '#stand-ins/sandbox/stripe/listing.ts';
import { ApiError, flag, required, wholeNumber } from '#stand-ins/sandbox/stripe/parameters.ts';
import { refund } from '#stand-ins/sandbox/stripe/refunds.ts';
import { endpointCalls } from '#stand-ins/sandbox/stripe/webhook-endpoints.ts';

/** The provider forgets events after this many days. */
const eventDays = 30;

/** Refunds, disputes and events. */
export const afterSaleCalls: readonly Endpoint[] = [
  {
    method: 'POST',
    path: /^\/v1\/refunds$/,
    takes: ['payment_intent', 'amount', 'reason', 'metadata.*'],
    async run({ store, params }) {
      const id = required(params, 'payment_intent');
      const intent = await find(store, 'payment_intent', id, 'payment_intent');
      if (!intent.latest_charge)
        throw new ApiError(
          400,
          'payment_intent_unexpected_state',
          `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
        );
      const charge = await find(store, 'charge', String(intent.latest_charge), 'payment_intent');
      return refund(store, charge, {
        ...(params.amount === undefined ? {} : { amount: wholeNumber(params.amount, 'amount', 1) }),
        reason: params.reason,
        metadata: asMetadata(params.metadata),
      });
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/refunds$/,
    takes: ['payment_intent', 'charge', ...pageParams],
    run: ({ store, params }) =>
      pageOf(store, { url: '/v1/refunds', kind: 'refund', params, by: ['payment_intent', 'charge'] }),
  },
  {
    method: 'GET',
    path: /^\/v1\/refunds\/(\w+)$/,
    takes: [],
    run: ({ store, id }) => find(store, 'refund', id),
  },
  {
    method: 'GET',
    path: /^\/v1\/charges\/(\w+)$/,
    takes: [],
    run: ({ store, id }) => find(store, 'charge', id),
  },
  {
    method: 'GET',
    path: /^\/v1\/balance_transactions\/(\w+)$/,
    takes: [],
    run: ({ store, id }) => find(store, 'balance_transaction', id),
  },
  {
    method: 'GET',
    path: /^\/v1\/charges$/,
    takes: ['customer', 'payment_intent', ...pageParams],
    run: ({ store, params }) =>
      pageOf(store, { url: '/v1/charges', kind: 'charge', params, by: ['customer', 'payment_intent'] }),
  },
  {
    method: 'GET',
    path: /^\/v1\/disputes$/,
    takes: ['payment_intent', 'charge', ...pageParams],
    run: ({ store, params }) =>
      pageOf(store, { url: '/v1/disputes', kind: 'dispute', params, by: ['payment_intent', 'charge'] }),
  },
  {
    method: 'GET',
    path: /^\/v1\/disputes\/(\w+)$/,
    takes: [],
    run: ({ store, id }) => find(store, 'dispute', id),
  },
  {
    method: 'GET',
    path: /^\/v1\/events$/,
    takes: ['type', 'types', ...pageParams],
    run({ store, params: { types, ...params } }) {
      const isKept = `(data->>'created')::bigint >= ${store.now - eventDays * 24 * 3600}`;
      return pageOf(store, {
        url: '/v1/events',
        kind: 'event',
        params,
        by: ['type'],
        where: isKept,
        ...(Array.isArray(types) ? { among: { field: 'type', values: types.map(String) } } : {}),
      });
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/events\/(\w+)$/,
    takes: [],
    run: ({ store, id }) => find(store, 'event', id),
  },
  ...endpointCalls,
  // What a cardholder's bank does in life.
  {
    method: 'POST',
    path: /^\/v1\/test_helpers\/payment_intents\/(\w+)\/dispute$/,
    takes: ['amount', 'is_inquiry'],
    async run({ store, id, params }) {
      const { latest_charge } = await find(store, 'payment_intent', id);
      return dispute(store, await find(store, 'charge', String(latest_charge)), {
        ...(params.amount === undefined ? {} : { amount: wholeNumber(params.amount, 'amount', 1) }),
        isInquiry: params.is_inquiry !== undefined && flag(params.is_inquiry, 'is_inquiry'),
      });
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/test_helpers\/disputes\/(\w+)\/escalate$/,
    takes: [],
    run: async ({ store, id }) => escalate(store, await find(store, 'dispute', id)),
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
