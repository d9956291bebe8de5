import { newObject, type SandboxObject, type Store } from '#stand-ins/sandbox/store.ts';
import type { Reduction } from '#stand-ins/sandbox/stripe/discounts.ts';
import { asMetadata, type Call, create, type Endpoint, find } from '#stand-ins/sandbox/stripe/endpoint.ts';
import { pageOf, pageParams } from '#stand-ins/sandbox/stripe/listing.ts';
import {
  ApiError,
  asRecord,
  flag,
  type Params,
  required,
  wholeNumber,
} from '#stand-ins/sandbox/stripe/parameters.ts';

const invalid = (message: string, param: string) => new ApiError(400, 'parameter_invalid', message, param);

/** The products that a coupon is for alone. @throws {ApiError} for what is none */
async function restrictionIn(store: Store, applies_to: unknown): Promise<{ products: string[] }> {
  const { products } = asRecord(applies_to);
  if (!Array.isArray(products)) throw invalid('Invalid array', 'applies_to[products]');
  const ids = products.map(String);
  for (const id of ids) await find(store, 'product', id, 'applies_to[products]');
  return { products: ids };
}

/** @throws {ApiError} where it takes off both a part and an amount, or neither, or does not say how long */
async function createCoupon({ store, params }: Call): Promise<SandboxObject> {
  const { id, percent_off, amount_off, currency, duration = 'once', duration_in_months } = params;
  if (id !== undefined && (await store.get(String(id))))
    throw new ApiError(400, 'resource_already_exists', 'Coupon already exists.', 'id');
  if ((percent_off === undefined) === (amount_off === undefined))
    throw new ApiError(400, 'parameter_missing', 'You must pass either `amount_off` or `percent_off`.');
  if (amount_off !== undefined && currency === undefined)
    throw new ApiError(
      400,
      'parameter_missing',
      'You must pass currency when passing amount_off.',
      'currency',
    );
  if (!['once', 'repeating', 'forever'].includes(String(duration)))
    throw invalid('Invalid duration: must be one of forever, once, or repeating', 'duration');
  if ((duration === 'repeating') !== (duration_in_months !== undefined))
    throw invalid('`duration_in_months` goes with the duration `repeating`.', 'duration_in_months');
  if (percent_off !== undefined && !(Number(percent_off) > 0 && Number(percent_off) <= 100))
    throw invalid('Percentage must be between 0 and 100.', 'percent_off');
  const coupon = newObject(store, 'co', 'coupon', {
    name: params.name ?? null,
    percent_off: percent_off === undefined ? null : Number(percent_off),
    amount_off: amount_off === undefined ? null : wholeNumber(amount_off, 'amount_off', 1),
    currency: currency ?? null,
    duration,
    duration_in_months:
      duration_in_months === undefined ? null : wholeNumber(duration_in_months, 'duration_in_months', 1),
    max_redemptions: null,
    redeem_by: null,
    ...(params.applies_to === undefined ? {} : { applies_to: await restrictionIn(store, params.applies_to) }),
    metadata: asMetadata(params.metadata),
    times_redeemed: 0,
    valid: true,
  });
  if (id !== undefined) coupon.id = String(id);
  await store.put(coupon);
  return coupon;
}

async function createPromotionCode({ store, params }: Call): Promise<SandboxObject> {
  const { type, coupon } = asRecord(params.promotion);
  if (type !== 'coupon') throw invalid('Invalid promotion[type]: must be coupon', 'promotion[type]');
  const { id } = await find(store, 'coupon', String(coupon ?? ''), 'promotion[coupon]');
  const code = required(params, 'code').toUpperCase();
  if (await codeTyped(store, code))
    throw new ApiError(
      400,
      'resource_already_exists',
      `An active promotion code with \`code: ${code}\` already exists.`,
      'code',
    );
  return create(store, 'promo', 'promotion_code', {
    active: true,
    code,
    customer: null,
    expires_at: null,
    max_redemptions: null,
    metadata: asMetadata(params.metadata),
    promotion: { type: 'coupon', coupon: id },
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
    times_redeemed: 0,
  });
}

/** The promotion code that somebody has typed, in whatever case; undefined for none that is active. */
export async function codeTyped(store: Store, typedCode: string): Promise<SandboxObject | undefined> {
  const [promotionCode] = await store.find('promotion_code', {
    code: typedCode.trim().toUpperCase(),
    active: true,
  });
  return promotionCode;
}

/** What a purchase begins with, by coupon or by code. @throws {ApiError} for what is none, or a code that is taken no more */
export async function reductionsIn(
  store: Store,
  discounts: unknown,
  currency: unknown,
): Promise<Reduction[]> {
  if (discounts === undefined) return [];
  const [{ coupon, promotion_code }] = discounts as [Params];
  if (promotion_code === undefined) {
    const { id, currency: own } = await find(store, 'coupon', String(coupon ?? ''), 'discounts[0][coupon]');
    if (own && own !== currency)
      throw invalid(`The coupon ${id} takes an amount of ${String(own)} off.`, 'discounts[0][coupon]');
    return [{ coupon: id, promotion_code: null }];
  }
  const code = await find(store, 'promotion_code', String(promotion_code), 'discounts[0][promotion_code]');
  if (!code.active) throw invalid('This promotion code is inactive.', 'discounts[0][promotion_code]');
  return [{ coupon: (code.promotion as { coupon: string }).coupon, promotion_code: code.id }];
}

/** What is taken off, and the codes by which buyers get it. */
export const couponCalls: readonly Endpoint[] = [
  {
    method: 'POST',
    path: /^\/v1\/coupons$/,
    takes: [
      'id',
      'name',
      'percent_off',
      'amount_off',
      'currency',
      'duration',
      'duration_in_months',
      'applies_to.products',
      'metadata.*',
    ],
    run: createCoupon,
  },
  {
    method: 'GET',
    path: /^\/v1\/coupons\/(\w+)$/,
    takes: [],
    run: ({ store, id }) => find(store, 'coupon', id),
  },
  {
    method: 'DELETE',
    path: /^\/v1\/coupons\/(\w+)$/,
    takes: [],
    async run({ store, id }) {
      await find(store, 'coupon', id);
      await store.query('DELETE FROM sandbox.objects WHERE id = $1', [id]);
      return { id, object: 'coupon', deleted: true };
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/promotion_codes$/,
    takes: ['promotion.type', 'promotion.coupon', 'code', 'metadata.*'],
    run: createPromotionCode,
  },
  {
    method: 'GET',
    path: /^\/v1\/promotion_codes$/,
    takes: ['code', 'active', ...pageParams],
    run: ({ store, params: { active, ...params } }) =>
      pageOf(store, {
        url: '/v1/promotion_codes',
        kind: 'promotion_code',
        params,
        by: ['code'],
        where: active === undefined ? {} : { active: active === 'true' },
      }),
  },
  {
    method: 'GET',
    path: /^\/v1\/promotion_codes\/(\w+)$/,
    takes: [],
    run: ({ store, id }) => find(store, 'promotion_code', id),
  },
  {
    method: 'POST',
    path: /^\/v1\/promotion_codes\/(\w+)$/,
    takes: ['active'],
    async run({ store, id, params }) {
      const code = await find(store, 'promotion_code', id);
      const changed = { ...code, active: flag(params.active, 'active') };
      await store.put(changed);
      return changed;
    },
  },
];
