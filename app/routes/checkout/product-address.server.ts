import { currencyParam, inCurrency, namedCurrency } from '#app/domain/core/catalogue/currencies.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { formatMoney, isOnSale, productOfSlug, withSeats } from '#app/domain/core/catalogue/products.ts';
import {
  type Reduction as CodeReduction,
  reducedPayments,
} from '#app/domain/programme/affiliates/promotion-rules.ts';
import { isDiscountedBy, isSoldBy } from '#app/domain/selling/billing/purchase.server.ts';
import { bumpParams, seatsParam } from '#app/domain/selling/billing/purchase-input.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { discounted, takesOff } from '#app/platform/payments/port.ts';
import { codeParam } from '#app/routes/checkout/checkout-context.server.ts';
import { currencyAt } from '#app/routes/frame/sales/currency-choices.ts';

/** How many seats an address asks for, and what is wrong with that: then the nearest number that is sold. Without one, the fewest. */
export function seatsAt(
  url: URL,
  { min, max }: NonNullable<Product['seats']>,
): { count: number; typed: string; error: string | null } {
  const typed = url.searchParams.get(seatsParam)?.trim() ?? '';
  if (typed === '') return { count: min, typed: String(min), error: null };
  const count = /^\d{1,9}$/.test(typed) ? Number(typed) : min;
  const sold = Math.min(max, Math.max(min, count));
  const isRight = String(sold) === typed.replace(/^0+(?=\d)/, '');
  return {
    count: sold,
    typed: typed.slice(0, 20),
    error: isRight ? null : `Enter a whole number from ${min} to ${max}`,
  };
}

/** The product that an address names, in whatever currency it does; undefined for a name that is none, and for what is not sold now. */
export function namedProductAt(url: URL): Product | undefined {
  const product = productOfSlug(url.searchParams.get('product'));
  return product && isOnSale(product, now()) ? product : undefined;
}

/**
 * The product that an address asks for, at its price in the currency that the address names; undefined for a name that is none, and for what
 * is not sold now, or not in that currency (any more): nobody pays another currency than they have seen.
 */
export function productAt(url: URL): Product | undefined {
  const baseProduct = namedProductAt(url);
  const product = baseProduct && inCurrency(baseProduct, currencyAt(url));
  if (!product) return undefined;
  return product.seats ? withSeats(product, seatsAt(url, product.seats).count) : product;
}

/** What a promotion makes of a price. */
type Reduction = CodeReduction & { code: string };

/** As buttons name what is taken: the price, or what is taken first, with what was added, and what after it (P37). */
function labelOf(
  { amountCents, currency, interval, freeIntervals, installments }: Product,
  reducedCents: number,
  payments: number,
  addedCents = 0,
): string {
  const price = formatMoney(amountCents, currency);
  const reduced = formatMoney(reducedCents, currency);
  const dueCents = reducedCents + addedCents;
  const due = formatMoney(dueCents, currency);
  if (!interval) return due;
  if (installments !== null && addedCents > 0)
    return `${due} today, with the first of ${installments} monthly payments of ${price}`;
  if (installments !== null) return `${due} today, the first of ${installments} monthly payments`;
  if (freeIntervals > 0) return `${freeIntervals} ${interval}s free, then ${price}/${interval}`;
  if (reducedCents < amountCents && payments > 1 && addedCents > 0)
    return `${due} today, then ${reduced}/${interval} until ${payments} ${interval}s are paid, then ${price}/${interval}`;
  if (reducedCents < amountCents && payments > 1)
    return `${due}/${interval} for ${payments} ${interval}s, then ${price}/${interval}`;
  return dueCents === amountCents ? `${price}/${interval}` : `${due} today, then ${price}/${interval}`;
}

/** How many payments a promotion makes cheaper. */
const paymentsOf = ({ interval }: Product, promotion: Reduction | null) =>
  promotion ? reducedPayments(promotion, interval) : 1;

/** Addresses and words of the checkout of a product, with a promotion's code in them. */
export function checkoutOf(
  product: Product,
  promotion: Reduction | null = null,
  bump: Product | null = null,
) {
  // Named wherever there is a choice: what a form pays never depends on what another tab has chosen meanwhile.
  const currencyNamed = namedCurrency(product);
  const words = new URLSearchParams({
    ...(product.slug ? { product: product.slug } : {}),
    ...(currencyNamed === null ? {} : { [currencyParam]: currencyNamed }),
    ...(product.quantity ? { [seatsParam]: String(product.quantity) } : {}),
    ...(promotion ? { [codeParam]: promotion.code } : {}),
    ...(bump ? { [bumpParams.key]: bump.key, [bumpParams.cents]: String(bump.amountCents) } : {}),
  });
  const query = words.size > 0 ? `?${words}` : '';
  const { pages, amountCents, currency } = product;
  return {
    path: promotion || bump || currencyNamed ? `/checkout${query}` : pages.checkout,
    intentPath: `/create-payment-intent${query}`,
    walletPath: `/checkout/paypal${query}`,
    donePath: pages.done,
    price: formatMoney(amountCents, currency),
    priceLabel: labelOf(
      product,
      discounted(amountCents, promotion),
      paymentsOf(product, promotion),
      bump?.amountCents,
    ),
  };
}

/** Where a product can be bought with a wallet, and what its button names; null where it is not sold so. */
export function walletOf(product: Product, promotion: Reduction | null = null) {
  if (!isSoldBy(product, 'wallet')) return null;
  const { walletPath } = checkoutOf(product, promotion);
  const isCheaper = promotion !== null && takesOff(promotion);
  const isDiscounted = isCheaper && isDiscountedBy(product, 'wallet');
  const cents = isDiscounted ? discounted(product.amountCents, promotion) : product.amountCents;
  return {
    path: walletPath,
    priceLabel: labelOf(product, cents, paymentsOf(product, promotion)),
    isSubscription: product.interval !== null,
    interval: product.interval,
    /** There is a promotion, which this way to pay takes nothing off by. */
    isAtFullPrice: isCheaper && !isDiscounted,
  };
}
