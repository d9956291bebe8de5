import type { z } from 'zod';
import { find } from '#stand-ins/sandbox/paypal/find.ts';
import { newPaypalId } from '#stand-ins/sandbox/paypal/money.ts';
import { type Plan, type Product, planJson } from '#stand-ins/sandbox/paypal/objects.ts';
import { type bodies, Refused } from '#stand-ins/sandbox/paypal/requests.ts';
import type { Store } from '#stand-ins/sandbox/store.ts';

const productJson = ({ id, name, type }: Product) => ({ id, name, type });

/** A product that plans are of; its id may be the asker's. @throws {Refused} for an id that is taken */
export async function createProduct(store: Store, request: z.infer<typeof bodies.product>) {
  const id = request.id ?? newPaypalId('PROD-');
  if (await store.get(id)) throw new Refused(422, 'DUPLICATE_RESOURCE_IDENTIFIER');
  const { name, type } = request;
  const product: Product = { id, object: 'paypal_product', created: store.now, name, type };
  await store.put(product);
  return productJson(product);
}

export const showProduct = async (store: Store, id: string) =>
  productJson(await find(store, 'paypal_product', id));

/** Writes a plan down as it is asked for. @throws {Refused} for one that PayPal would not take, or that the sandbox does not know */
export async function createPlan(store: Store, request: z.infer<typeof bodies.plan>) {
  if ((await store.get(request.product_id))?.object !== 'paypal_product')
    throw new Refused(404, 'INVALID_RESOURCE_ID');
  const cycles = request.billing_cycles.toSorted((a, b) => a.sequence - b.sequence);
  if (cycles.some(({ sequence }, index) => sequence !== index + 1))
    throw new Refused(422, 'INVALID_BILLING_CYCLE_SEQUENCE');
  const regular = cycles.at(-1);
  const free = cycles.length > 1 ? cycles[0] : undefined;
  if (regular?.tenure_type !== 'REGULAR') throw new Refused(422, 'MISSING_REGULAR_BILLING_CYCLE');
  const price = regular.pricing_scheme?.fixed_price;
  if (!price) throw new Refused(422, 'MISSING_PRICING_SCHEME');
  if (
    free &&
    (free.tenure_type !== 'TRIAL' ||
      free.total_cycles !== 1 ||
      free.frequency.interval_unit !== regular.frequency.interval_unit)
  )
    throw new Refused(422, 'UNKNOWN_TO_THE_SANDBOX');
  const { setup_fee: fee } = request.payment_preferences;
  const others = [free?.pricing_scheme?.fixed_price, fee].filter((other) => other !== undefined);
  if (others.some(({ currency_code }) => currency_code !== price.currency_code))
    throw new Refused(422, 'CURRENCY_MISMATCH');
  const plan: Plan = {
    id: newPaypalId('P-'),
    object: 'paypal_plan',
    created: store.now,
    productId: request.product_id,
    name: request.name,
    price: price.value,
    currency: price.currency_code,
    status: request.status ?? 'ACTIVE',
    setupFee: fee?.value ?? '0.0',
    interval: regular.frequency.interval_unit === 'YEAR' ? 'year' : 'month',
    freeMonths: free?.frequency.interval_count ?? 0,
    cycles: 1,
  };
  await store.put(plan);
  return planJson(plan);
}

/** A page of plans, without what they cost unless all is asked for. */
export async function listPlans(store: Store, query: URLSearchParams, isMinimal: boolean) {
  const [size, page] = [Number(query.get('page_size') ?? 10), Number(query.get('page') ?? 1)];
  if (!(size >= 1 && size <= 20 && page >= 1)) throw new Refused(400, 'INVALID_PARAMETER_VALUE');
  const productId = query.get('product_id');
  const all = (await store.find('paypal_plan', productId ? { productId } : {})) as Plan[];
  const plans = all.slice((page - 1) * size, page * size).map((plan) => {
    const { id, product_id, name, status, ...whole } = planJson(plan);
    return { id, product_id, name, status, ...(isMinimal ? {} : whole) };
  });
  return { plans };
}
