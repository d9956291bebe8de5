import { newObject, type SandboxObject, type Store } from '#stand-ins/sandbox/store.ts';
import { asksEachTime, chargesFail } from '#stand-ins/sandbox/stripe/cards.ts';
import { asMetadata, type Endpoint, find } from '#stand-ins/sandbox/stripe/endpoint.ts';
import { emit } from '#stand-ins/sandbox/stripe/events.ts';
import { pageOf, pageParams } from '#stand-ins/sandbox/stripe/listing.ts';
import { createIntent, settle } from '#stand-ins/sandbox/stripe/money.ts';
import {
  ApiError,
  asRecord,
  type Params,
  required,
  wholeNumber,
} from '#stand-ins/sandbox/stripe/parameters.ts';

/** The least the provider takes, in cents. */
const leastCents = 50;

/** @throws {ApiError} when another way to pay is asked for: the sandbox knows cards. */
export function takesCards({ allowed_payment_method_types: types }: Params): void {
  if (types !== undefined && JSON.stringify(types) !== '["card"]')
    throw new ApiError(
      400,
      'parameter_invalid',
      'The sandbox takes cards alone.',
      'allowed_payment_method_types',
    );
}

/** @throws {ApiError} for one that was paid, is canceled already, or is an invoice's */
async function cancelIntent(store: Store, intent: SandboxObject): Promise<SandboxObject> {
  if (intent.sandbox_invoice)
    throw new ApiError(
      400,
      'payment_intent_unexpected_state',
      'You cannot cancel this PaymentIntent because it is for an invoice. Void the invoice instead.',
    );
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw new ApiError(
      400,
      'payment_intent_unexpected_state',
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
    );
  Object.assign(intent, { status: 'canceled', next_action: null, canceled_at: store.now });
  await store.put(intent);
  await emit(store, 'payment_intent.canceled', intent);
  return intent;
}

/** Takes the money of a payment at once, from a card that the customer has given before. @throws {ApiError} where the card does not pay */
async function confirmNow(store: Store, intent: SandboxObject, params: Params): Promise<SandboxObject> {
  const card = await find(store, 'payment_method', required(params, 'payment_method'), 'payment_method');
  if (card.customer !== intent.customer)
    throw new ApiError(
      400,
      'payment_method_customer_mismatch',
      'The payment method does not belong to the customer.',
      'payment_method',
    );
  if (chargesFail(card))
    throw new ApiError(402, 'card_declined', 'Your card was declined.', undefined, 'card_error');
  if (asksEachTime(card))
    throw new ApiError(
      402,
      'authentication_required',
      'Your card was declined. This transaction requires authentication.',
      undefined,
      'card_error',
    );
  intent.payment_method = card.id;
  await settle(store, intent);
  return intent;
}

/** Payment intents, the page for the card. */
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
    takes: [
      'amount',
      'currency',
      'customer',
      'description',
      'allowed_payment_method_types',
      'payment_method',
      'confirm',
      'off_session',
      'metadata.*',
    ],
    async run({ store, params }) {
      const amount = wholeNumber(required(params, 'amount'), 'amount', 1);
      const currency = required(params, 'currency');
      if (amount < leastCents)
        throw new ApiError(400, 'amount_too_small', 'Amount must be at least $0.50 usd', 'amount');
      takesCards(params);
      const customer = params.customer
        ? (await find(store, 'customer', String(params.customer), 'customer')).id
        : null;
      const intent = await createIntent(store, {
        amount,
        currency,
        customer,
        metadata: asMetadata(params.metadata),
      });
      return params.confirm === 'true' ? confirmNow(store, intent, params) : intent;
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_intents\/(\w+)\/cancel$/,
    takes: [],
    run: async ({ store, id }) => cancelIntent(store, await find(store, 'payment_intent', id)),
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
