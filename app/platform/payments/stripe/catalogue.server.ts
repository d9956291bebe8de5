import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { decimalOf } from '#app/platform/payments/decimal-cents.ts';
import { PaymentError, type Promotion, type SoldProduct } from '#app/platform/payments/port.ts';
import { unlessMissing } from '#app/platform/payments/stripe/missing-object.server.ts';
import { stripeSdk } from '#app/platform/payments/stripe/sdk.server.ts';
import { idOf } from '#app/platform/payments/stripe/values.ts';

/** A key that says which call it is of, and with what: the provider refuses a key that comes back with other words. */
export const stripeIdempotencyKey = (call: string, id: string, ...words: string[]) =>
  `${call}-${id}-${createHash('sha256').update(words.join('\n')).digest('hex').slice(0, 16)}`;

const isThereAlready = (error: unknown) =>
  error instanceof stripeSdk().errors.StripeError && error.code === 'resource_already_exists';

/** How long the first intervals of a product are, in months, which is what Stripe counts coupons by. */
const freeMonths = ({ freeIntervals, interval }: SoldProduct) =>
  freeIntervals * (interval === 'year' ? 12 : 1);

/** A coupon of Stripe's that takes off what a promotion does, under an id that says what that is. */
function couponParams({ percentOff, amountOffCents = 0, months = null }: Promotion, currency: string) {
  const off =
    amountOffCents > 0 ? ({ amount_off: amountOffCents, currency } as const) : { percent_off: percentOff };
  const what = amountOffCents > 0 ? `${amountOffCents}_${currency}` : `${percentOff}_percent`;
  const amountText =
    amountOffCents > 0 ? `${decimalOf(amountOffCents)} ${currency.toUpperCase()}` : `${percentOff} %`;
  return months === null
    ? {
        id: `first_payment_${what}`,
        ...off,
        duration: 'once' as const,
        name: `${amountText} off the first payment`,
      }
    : {
        id: `months_${months}_${what}`,
        ...off,
        duration: 'repeating' as const,
        duration_in_months: months,
        name: `${amountText} off for ${months} months`.slice(0, 40),
      };
}

/** @throws {PaymentError} where somebody has made another coupon of this id there, which takes something else off than the site says */
function refuseDiffering(
  coupon: Stripe.Coupon,
  params: Omit<ReturnType<typeof couponParams>, 'id'>,
  onlyProduct: string | null,
): string {
  const expected = { amount_off: null, percent_off: null, duration_in_months: null, ...params };
  const isSame =
    coupon.valid &&
    coupon.percent_off === expected.percent_off &&
    coupon.amount_off === expected.amount_off &&
    coupon.duration === expected.duration &&
    coupon.duration_in_months === expected.duration_in_months &&
    (coupon.applies_to?.products ?? []).join() === (onlyProduct ?? '');
  if (!isSame)
    throw new PaymentError(
      'coupon_differs',
      `The coupon ${coupon.id} takes something else off there.`,
      false,
    );
  return coupon.id;
}

/** What is sold, as Stripe keeps it: made there the first time it is sold, and found again by a key of ours. */
export function createCatalogue(stripe: Stripe, collectsTax: boolean) {
  const priceIds = new Map<string, string>();

  async function findPrice(lookupKey: string): Promise<Stripe.Price | undefined> {
    const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
    return data[0];
  }

  /** The price of a product as the catalogue has it today. Tax comes on top of it. */
  async function priceOf({ lookupKey, name, amountCents, currency, interval }: SoldProduct): Promise<string> {
    const cachedPriceId = priceIds.get(lookupKey);
    if (cachedPriceId) return cachedPriceId;
    const price =
      (await findPrice(lookupKey)) ??
      (await stripe.prices.create(
        {
          currency,
          unit_amount: amountCents,
          lookup_key: lookupKey,
          tax_behavior: 'exclusive',
          product_data: { name },
          ...(interval ? { recurring: { interval } } : {}),
        },
        { idempotencyKey: stripeIdempotencyKey('price', lookupKey, name, 'exclusive') },
      ));
    // One made before the site collected tax may not say, and Stripe computes none for it.
    if (collectsTax && price.tax_behavior !== 'exclusive')
      await stripe.prices.update(price.id, { tax_behavior: 'exclusive' });
    priceIds.set(lookupKey, price.id);
    return price.id;
  }

  /** Makes a coupon, unless another call has made it in this moment. */
  async function makeCoupon(id: string, months: number): Promise<Stripe.Coupon> {
    const isSame = { percent_off: 100, duration: 'repeating', duration_in_months: months } as const;
    try {
      return await stripe.coupons.create({
        id,
        ...isSame,
        name: `${months} months free`,
      });
    } catch (error) {
      if (!isThereAlready(error)) throw error;
      return stripe.coupons.retrieve(id);
    }
  }

  /**
   * The coupon that makes the first intervals of a product free; undefined where none are. @throws {PaymentError} where somebody
   * has made another coupon of its id.
   */
  async function couponOf(product: SoldProduct): Promise<string | undefined> {
    if (product.freeIntervals === 0) return undefined;
    const months = freeMonths(product);
    const id = `${product.key}_free_${months}_months`;
    const coupon = (await unlessMissing(stripe.coupons.retrieve(id))) ?? (await makeCoupon(id, months));
    const { valid, percent_off, duration_in_months } = coupon;
    if (!valid || percent_off !== 100 || duration_in_months !== months)
      throw new PaymentError('coupon_differs', `The coupon ${id} is not what this product needs.`, false);
    return id;
  }

  /**
   * The coupon by which a promotion takes something off: made the first time, and found again by what it does. Where more than one product is
   * paid for, it takes it off this one alone.
   */
  async function promotionCoupon(
    promotion: Promotion,
    currency: string,
    onlyFor: SoldProduct | null = null,
  ): Promise<string> {
    const { id: anyId, ...params } = couponParams(promotion, currency);
    const onlyProduct = onlyFor && idOf((await stripe.prices.retrieve(await priceOf(onlyFor))).product);
    const id = onlyProduct ? `${anyId}_only_${onlyProduct}` : anyId;
    const coupon = await unlessMissing(stripe.coupons.retrieve(id, { expand: ['applies_to'] }));
    if (coupon) return refuseDiffering(coupon, params, onlyProduct);
    const restriction = onlyProduct ? { applies_to: { products: [onlyProduct] } } : {};
    await stripe.coupons.create({ id, ...params, ...restriction }).catch((error: unknown) => {
      if (!isThereAlready(error)) throw error;
    });
    return id;
  }

  async function findCode(code: string): Promise<Stripe.PromotionCode | undefined> {
    const { data } = await stripe.promotionCodes.list({ code, active: true, limit: 1 });
    return data[0];
  }

  /**
   * The id of a code, made there unless it is there. @throws {PaymentError} where somebody has made another of its name, which takes
   * something else off than the site says.
   */
  async function codeOf({ code, percentOff }: Promotion): Promise<string> {
    const coupon = await promotionCoupon({ code, percentOff, providerId: null }, 'usd');
    const promotionCode =
      (await findCode(code)) ??
      (await stripe.promotionCodes
        .create({ code, promotion: { type: 'coupon', coupon } })
        .catch(async (error: unknown) => {
          const other = isThereAlready(error) ? await findCode(code) : undefined;
          if (!other) throw error;
          return other;
        }));
    if (idOf(promotionCode.promotion.coupon) !== coupon)
      throw new PaymentError('code_differs', `The code ${code} takes something else off there.`, false);
    return promotionCode.id;
  }

  return { priceOf, couponOf, codeOf, promotionCoupon };
}
