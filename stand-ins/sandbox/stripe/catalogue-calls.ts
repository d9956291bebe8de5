import { newObject, type SandboxObject, type Store } from '#stand-ins/sandbox/store.ts';
import { changeCredit } from '#stand-ins/sandbox/stripe/balance.ts';
import { asMetadata, type Call, create, type Endpoint, find } from '#stand-ins/sandbox/stripe/endpoint.ts';
import { emit } from '#stand-ins/sandbox/stripe/events.ts';
import { cancel } from '#stand-ins/sandbox/stripe/lifecycle.ts';
import { pageOf, pageParams } from '#stand-ins/sandbox/stripe/listing.ts';
import {
  ApiError,
  asRecord,
  flag,
  type Params,
  required,
  wholeNumber,
} from '#stand-ins/sandbox/stripe/parameters.ts';
import { setDefaultCard } from '#stand-ins/sandbox/stripe/payment.ts';

/** Gives a price a lookup key. @throws {ApiError} where another price has it, active or not, and does not hand it over. */
async function takeLookupKey(store: Store, price: SandboxObject, params: Params): Promise<void> {
  const key = params.lookup_key === '' ? null : params.lookup_key;
  if (key === undefined) return;
  const holders = key === null ? [] : await store.find('price', { lookup_key: key });
  const holder = holders.find(({ id }) => id !== price.id);
  if (holder && params.transfer_lookup_key !== 'true')
    throw new ApiError(
      400,
      'resource_already_exists',
      `A price (\`${holder.id}\`) already uses that lookup key.`,
      'lookup_key',
    );
  if (holder) await store.put({ ...holder, lookup_key: null });
  price.lookup_key = key;
}

async function createPrice({ store, params }: Call): Promise<SandboxObject> {
  const product = params.product_data
    ? await create(store, 'prod', 'product', { name: asRecord(params.product_data).name, active: true })
    : await find(store, 'product', required(params, 'product'), 'product');
  const recurring = params.recurring ? { interval_count: 1, ...asRecord(params.recurring) } : null;
  const price = newObject(store, 'price', 'price', {
    active: true,
    currency: required(params, 'currency'),
    unit_amount: wholeNumber(required(params, 'unit_amount'), 'unit_amount', 0),
    lookup_key: null,
    metadata: asMetadata(params.metadata),
    product: product.id,
    recurring,
    tax_behavior: params.tax_behavior ?? 'unspecified',
    type: recurring ? 'recurring' : 'one_time',
  });
  await takeLookupKey(store, price, params);
  await store.put(price);
  return price;
}

async function updatePrice({ store, id, params }: Call): Promise<SandboxObject> {
  const price = await find(store, 'price', id);
  if (params.active !== undefined) price.active = flag(params.active, 'active');
  if (params.tax_behavior !== undefined) setTaxBehavior(price, params.tax_behavior);
  await takeLookupKey(store, price, params);
  await store.put(price);
  await emit(store, 'price.updated', price);
  return price;
}

/** @throws {ApiError} where it is said already: it cannot be changed */
function setTaxBehavior(price: SandboxObject, value: unknown): void {
  const currentBehavior = price.tax_behavior ?? 'unspecified';
  if (currentBehavior !== 'unspecified' && currentBehavior !== value)
    throw new ApiError(
      400,
      'parameter_invalid',
      'You cannot change the tax_behavior once it is set.',
      'tax_behavior',
    );
  price.tax_behavior = value;
}

/** What is sold no more cannot be begun. @throws {ApiError} */
export function refuseInactive(price: SandboxObject, param: string): void {
  if (!price.active)
    throw new ApiError(
      400,
      undefined,
      'The price specified is inactive. This field only accepts active prices.',
      param,
    );
}

/** A customer is deleted, and what they had subscribed to ends; of them the id alone is left. */
async function deleteCustomer({ store, id }: Call): Promise<object> {
  const customer = await find(store, 'customer', id);
  for (const subscription of await store.find('subscription', { customer: id }))
    await cancel(store, subscription);
  const deletedObject = { id, object: 'customer', created: customer.created, deleted: true };
  await store.put(deletedObject);
  await emit(store, 'customer.deleted', customer);
  return deletedCustomer(deletedObject);
}

const deletedCustomer = ({ id }: SandboxObject) => ({ id, object: 'customer', deleted: true });

/** The price of the first of several items. @throws {ApiError} */
export async function firstPrice(store: Store, items: unknown, param: string): Promise<SandboxObject> {
  const [item] = Array.isArray(items) ? (items as Params[]) : [];
  if (!item) throw new ApiError(400, 'parameter_missing', `Missing required param: ${param}.`, param);
  return find(store, 'price', required(item, 'price'), `${param}[0][price]`);
}

/**
 * What is bought once beside the first of several items, or of any where there is no first: undefined for nothing. @throws {ApiError} for what
 * recurs, and for more than one
 */
export async function onceBought(
  store: Store,
  items: readonly unknown[],
  param: string,
): Promise<SandboxObject | undefined> {
  if (items.length > 1) throw new ApiError(400, 'parameter_invalid', 'The sandbox adds one item.', param);
  const [item] = items as Params[];
  if (!item) return undefined;
  const price = await find(store, 'price', required(item, 'price'), `${param}[price]`);
  refuseInactive(price, `${param}[price]`);
  if (price.recurring)
    throw new ApiError(
      400,
      'parameter_invalid',
      `The price specified is set to \`type=recurring\` but this field only accepts prices with \`type=one_time\`.`,
      `${param}[price]`,
    );
  if (item.quantity !== undefined && item.quantity !== '1')
    throw new ApiError(400, 'parameter_invalid', 'The sandbox adds one of an item.', `${param}[quantity]`);
  return price;
}

/** How many of the first of several items are bought: one, unless it says so. @throws {ApiError} */
export function firstQuantity(items: unknown, param: string): number {
  const [{ quantity = '1' } = {}] = Array.isArray(items) ? (items as Params[]) : [];
  return wholeNumber(quantity, `${param}[0][quantity]`, 1);
}

/** Customers and prices. */
export const catalogueCalls: readonly Endpoint[] = [
  {
    method: 'POST',
    path: /^\/v1\/customers$/,
    takes: ['email', 'name', 'metadata.*'],
    run: ({ store, params }) =>
      create(store, 'cus', 'customer', {
        address: null,
        balance: 0,
        invoice_settings: { default_payment_method: null },
        email: params.email ?? null,
        name: params.name ?? null,
        metadata: asMetadata(params.metadata),
      }),
  },
  {
    method: 'GET',
    path: /^\/v1\/customers\/(\w+)$/,
    takes: [],
    async run({ store, id }) {
      const object = await store.get(id);
      return object?.deleted ? deletedCustomer(object) : find(store, 'customer', id);
    },
  },
  {
    method: 'DELETE',
    path: /^\/v1\/customers\/(\w+)$/,
    takes: [],
    run: deleteCustomer,
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
    method: 'POST',
    path: /^\/v1\/customers\/(\w+)\/balance_transactions$/,
    takes: ['amount', 'currency', 'description'],
    async run({ store, id, params }) {
      required(params, 'currency');
      const cents = wholeNumber(required(params, 'amount'), 'amount', Number.MIN_SAFE_INTEGER);
      return changeCredit(store, await find(store, 'customer', id), cents, { type: 'adjustment' });
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/prices$/,
    takes: ['lookup_keys', 'active', 'product', ...pageParams],
    run({ store, params: { lookup_keys: keys, active, ...params } }) {
      const where = active === undefined ? {} : { active: flag(active, 'active') };
      return pageOf(store, {
        url: '/v1/prices',
        kind: 'price',
        params,
        by: ['product'],
        where,
        ...(Array.isArray(keys) ? { among: { field: 'lookup_key', values: keys.map(String) } } : {}),
      });
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/prices$/,
    takes: [
      'currency',
      'unit_amount',
      'lookup_key',
      'transfer_lookup_key',
      'metadata.*',
      'tax_behavior',
      'product',
      'product_data.name',
      'recurring.interval',
    ],
    run: createPrice,
  },
  {
    method: 'GET',
    path: /^\/v1\/prices\/(\w+)$/,
    takes: [],
    run: ({ store, id }) => find(store, 'price', id),
  },
  {
    method: 'POST',
    path: /^\/v1\/prices\/(\w+)$/,
    takes: ['active', 'lookup_key', 'transfer_lookup_key', 'tax_behavior'],
    run: updatePrice,
  },
];
