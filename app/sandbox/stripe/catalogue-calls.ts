import { asMetadata, type Call, create, type Endpoint, find, list } from '#app/sandbox/stripe/endpoint.ts';
import { ApiError, asRecord, type Params, required, wholeNumber } from '#app/sandbox/stripe/parameters.ts';
import { setDefaultCard } from '#app/sandbox/stripe/payment.ts';
import type { Store, StripeObject } from '#app/sandbox/stripe/store.ts';

async function createPrice({ store, params }: Call): Promise<StripeObject> {
  const product = params.product_data
    ? await create(store, 'prod', 'product', { name: asRecord(params.product_data).name, active: true })
    : await find(store, 'product', required(params, 'product'), 'product');
  const recurring = params.recurring ? { interval_count: 1, ...asRecord(params.recurring) } : null;
  return create(store, 'price', 'price', {
    active: true,
    currency: required(params, 'currency'),
    unit_amount: wholeNumber(required(params, 'unit_amount'), 'unit_amount', 0),
    lookup_key: params.lookup_key ?? null,
    product: product.id,
    recurring,
    type: recurring ? 'recurring' : 'one_time',
  });
}

/** The price of the first of several items. @throws {ApiError} */
export async function firstPrice(store: Store, items: unknown, param: string): Promise<StripeObject> {
  const [item] = Array.isArray(items) ? (items as Params[]) : [];
  if (!item) throw new ApiError(400, 'parameter_missing', `Missing required param: ${param}.`, param);
  return find(store, 'price', required(item, 'price'), `${param}[0][price]`);
}

/** Customers and prices. */
export const catalogueCalls: readonly Endpoint[] = [
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
    method: 'POST',
    path: /^\/v1\/customers\/(\w+)$/,
    takes: ['invoice_settings.default_payment_method'],
    async run({ store, id, params }) {
      const { id: customer } = await find(store, 'customer', id);
      const method = required(asRecord(params.invoice_settings), 'default_payment_method');
      const param = 'invoice_settings[default_payment_method]';
      return setDefaultCard(store, customer, (await find(store, 'payment_method', method, param)).id);
    },
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
];
