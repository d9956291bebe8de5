import {
  cancel,
  createSubscription,
  dispute,
  need,
  refund,
  renew,
} from '#app/platform/payments/sandbox/lifecycle.ts';
import {
  ApiError,
  asRecord,
  cents,
  type Params,
  refuseUnknown,
  required,
} from '#app/platform/payments/sandbox/parameters.ts';
import { newId, nowSeconds, type Store, type StripeObject } from '#app/platform/payments/sandbox/store.ts';

interface Call {
  store: Store;
  /** Ids in the path. */
  id: string;
  params: Params;
  /** Where the hosted pages are, e.g. http://localhost:3000. */
  publicBase: string;
}

interface Endpoint {
  method: string;
  path: RegExp;
  /** Parameters it takes, besides expand (see `refuseUnknown`). Anything else is refused. */
  takes: readonly string[];
  run(call: Call): Promise<unknown>;
}

const asMetadata = (value: unknown) => asRecord(value) as Record<string, string>;
const list = (url: string, data: unknown[]) => ({ object: 'list', url, has_more: false, data });

async function find(store: Store, kind: string, id: string, param = 'id'): Promise<StripeObject> {
  const found = await store.get(id);
  if (found?.object !== kind) throw new ApiError(404, 'resource_missing', `No such ${kind}: '${id}'`, param);
  return found;
}

async function create(store: Store, prefix: string, kind: string, fields: Params): Promise<StripeObject> {
  const made: StripeObject = {
    id: newId(prefix),
    object: kind,
    created: nowSeconds(),
    livemode: false,
    ...fields,
  };
  await store.put(made);
  return made;
}

async function createPrice({ store, params }: Call): Promise<StripeObject> {
  const product = params.product_data
    ? await create(store, 'prod', 'product', { name: asRecord(params.product_data).name, active: true })
    : await find(store, 'product', required(params, 'product'), 'product');
  const recurring = params.recurring ? { interval_count: 1, ...asRecord(params.recurring) } : null;
  return create(store, 'price', 'price', {
    active: true,
    currency: required(params, 'currency'),
    unit_amount: cents(required(params, 'unit_amount'), 'unit_amount', 0),
    lookup_key: params.lookup_key ?? null,
    product: product.id,
    recurring,
    type: recurring ? 'recurring' : 'one_time',
  });
}

async function firstPrice(store: Store, items: unknown, param: string): Promise<StripeObject> {
  const [item] = Array.isArray(items) ? (items as Params[]) : [];
  if (!item) throw new ApiError(400, 'parameter_missing', `Missing required param: ${param}.`, param);
  return find(store, 'price', required(item, 'price'), `${param}[0][price]`);
}

const endpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: /^\/v1\/customers$/,
    takes: ['email', 'name', 'metadata.*'],
    run: ({ store, params }) =>
      create(store, 'cus', 'customer', {
        email: params.email ?? null,
        name: params.name ?? null,
        metadata: asMetadata(params.metadata),
      }),
  },
  {
    method: 'GET',
    path: /^\/v1\/customers\/(\w+)$/,
    takes: [],
    run: ({ store, id }) => find(store, 'customer', id),
  },
  {
    method: 'GET',
    path: /^\/v1\/prices$/,
    takes: ['lookup_keys', 'active', 'limit'],
    async run({ store, params }) {
      const keys = Array.isArray(params.lookup_keys) ? params.lookup_keys : [];
      const prices = await store.find('price');
      return list(
        '/v1/prices',
        prices.filter((price) => keys.length === 0 || keys.includes(price.lookup_key)),
      );
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/prices$/,
    takes: ['currency', 'unit_amount', 'lookup_key', 'product', 'product_data.name', 'recurring.interval'],
    run: createPrice,
  },
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
    takes: ['invoice', 'limit'],
    run: async ({ store, params }) =>
      list('/v1/invoice_payments', await store.find('invoice_payment', { invoice: params.invoice })),
  },
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
  // What takes a month, or a cardholder's bank, in life.
  {
    method: 'POST',
    path: /^\/v1\/test_helpers\/subscriptions\/(\w+)\/renew$/,
    takes: ['succeeds'],
    run: async ({ store, id, params }) =>
      renew(store, await find(store, 'subscription', id), params.succeeds !== 'false'),
  },
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

/** Puts objects in the place of ids that the caller asked to have expanded. */
async function expand(store: Store, result: unknown, paths: unknown): Promise<unknown> {
  if (!Array.isArray(paths)) return result;
  const copy = structuredClone(result) as Params;
  for (const path of paths as string[]) {
    let place = copy;
    for (const name of path.split('.')) {
      if (name === 'confirmation_secret') {
        const intent = await need(store, place.sandbox_intent);
        place.confirmation_secret = { type: 'payment_intent', client_secret: intent.client_secret };
      } else if (typeof place[name] === 'string') {
        const found = await store.get(place[name]);
        if (!found)
          throw new ApiError(
            400,
            'parameter_invalid',
            `This property cannot be expanded (${path}).`,
            'expand',
          );
        place[name] = structuredClone(found);
      }
      place = asRecord(place[name]);
    }
  }
  return copy;
}

/** Answers one call of the API. @throws {ApiError} */
export async function answerCall(
  store: Store,
  method: string,
  path: string,
  params: Params,
  publicBase: string,
): Promise<unknown> {
  const endpoint = endpoints.find((candidate) => candidate.method === method && candidate.path.test(path));
  if (!endpoint) throw new ApiError(404, 'url_invalid', `Unrecognized request URL (${method}: ${path}).`);
  const { expand: paths, ...given } = params;
  refuseUnknown(given, endpoint.takes);
  const id = endpoint.path.exec(path)?.[1] ?? '';
  return expand(store, await endpoint.run({ store, id, params: given, publicBase }), paths);
}
