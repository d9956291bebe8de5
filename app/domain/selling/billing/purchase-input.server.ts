import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { baseCurrency, currencyParam, namedCurrency } from '#app/domain/core/catalogue/currencies.ts';
import { offerOf, offerText, soldProduct } from '#app/domain/core/catalogue/offer.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { lookupKeyOf } from '#app/domain/core/catalogue/products.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import {
  discounted,
  type Promotion,
  type PurchaseInput,
  type PurchaseWay,
} from '#app/platform/payments/port.ts';

/** What the checkout's address carries for a buyer who has turned back on a page of the provider's. */
export const canceledParam = 'canceled';

/** How addresses of the checkout say how many seats a team is to have. */
export const seatsParam = 'seats';

/** How addresses of the checkout name what was added, and for how many cents the buyer saw it. */
export const bumpParams = { key: 'add', cents: 'add_for' } as const;

function canceledUrl(
  appUrl: string,
  { product, promotion, bump }: Pick<Begun, 'product' | 'promotion' | 'bump'>,
): string {
  const url = new URL(product.pages.checkout, appUrl);
  const currency = namedCurrency(product);
  if (currency !== null) url.searchParams.set(currencyParam, currency);
  if (product.quantity) url.searchParams.set(seatsParam, String(product.quantity));
  if (bump) {
    url.searchParams.set(bumpParams.key, bump.key);
    url.searchParams.set(bumpParams.cents, String(bump.amountCents));
  }
  if (promotion) url.searchParams.set('code', promotion.code);
  url.searchParams.set(canceledParam, 'true');
  return url.href;
}

/** Where buyers come back to who have approved at a provider what they pay once. */
const approvedPath = '/checkout/paypal/return';

/** Where a buyer goes on who has approved a purchase in a window of the provider's: there, too, its money is taken. */
export function approvedUrl({ interval, pages }: Product, begunId: string): string {
  const { appUrl } = config();
  return interval
    ? `${appUrl}${pages.done}`
    : `${appUrl}${approvedPath}?token=${encodeURIComponent(begunId)}`;
}

/**
 * What is offered as a purchase begins, which what is paid is compared with: the price of a subscription, and of the provider's own
 * checkout, which tells of its discount; else what a promotion leaves of it.
 */
export function begunOffer(product: Product, way: PurchaseWay, promotion: Promotion | null): Product {
  if (product.interval !== null || way === 'card_page') return product;
  return { ...product, amountCents: discounted(product.amountCents, promotion) };
}

/** A purchase that is about to begin. */
export interface Begun {
  viewer: Viewer;
  product: Product;
  way: PurchaseWay;
  promotion: Promotion | null;
  /** What the buyer has added; absent or null for nothing. */
  bump?: Product | null;
  /** The provider's customer of the buyer. */
  customer: string | null;
  /** The use of the promotion: what was closed with one use is not begun again with the next. Of a gift its id: each is bought by itself. */
  useId: string | null;
}

/** What a provider is asked to begin; `earlierCount` purchases of the product were begun before. */
export function purchaseInput(begun: Begun, earlierCount: number): PurchaseInput {
  const { viewer, product, way, promotion, bump = null, customer: customerId, useId } = begun;
  const { appUrl, brandName } = config();
  const offer = offerText(offerOf(begunOffer(product, way, promotion)));
  const code: Record<string, string> = promotion ? { promotion_code: promotion.code } : {};
  const parts: Record<string, string> =
    product.installments === null ? {} : { installments: String(product.installments) };
  const gift: Record<string, string> = product.gift && useId ? { gift_id: useId } : {};
  const added: Record<string, string> = bump
    ? { bump: bump.key, bump_offer: offerText(offerOf(bump)), bump_price: lookupKeyOf(bump) }
    : {};
  const attempt = [
    earlierCount,
    customerId ?? 'none',
    ...(promotion ? [promotion.code] : []),
    ...(bump ? [bump.key, bump.amountCents] : []),
  ].join('-');
  const key = keyOf(viewer, product, way, useId ? `${attempt}-${useId}` : attempt);
  return {
    way,
    userId: viewer.id,
    customerId,
    product: soldProduct(product),
    promotion,
    ...(bump ? { bump: soldProduct(bump) } : {}),
    metadata: { user_id: viewer.id, product: product.key, offer, ...code, ...parts, ...gift, ...added },
    brandName,
    doneUrl: `${appUrl}${product.pages.done}`,
    approvedUrl: `${appUrl}${approvedPath}`,
    cancelUrl: canceledUrl(appUrl, begun),
    idempotencyKey: key,
  };
}

/**
 * One try, for one customer, has one key; at the provider's page a double press gets one checkout, and a new try a minute later a new
 * one, unless the provider has not answered yet: see `underOneKey`. The last part of a saved card's changes with each refusal: see
 * `underOneKeyUntilRefused`.
 */
function keyOf(
  { id }: Viewer,
  { key, amountCents, currency, installments }: Product,
  way: PurchaseWay,
  attempt: string,
): string {
  const minute = Math.floor(now().getTime() / 60_000);
  const inCurrency = currency === baseCurrency ? '' : `-${currency}`;
  // Another call of the provider's, which would refuse a key that was used for the card's form.
  if (way === 'saved_card') return `${key}-saved-${id}-${attempt}-${amountCents}${inCurrency}-first`;
  return way === 'card_page'
    ? `${key}-checkout-${id}-${attempt}${inCurrency}-${minute}`
    : `${key}-${id}-${attempt}-${amountCents}${inCurrency}${installments === null ? '' : `x${installments}`}`;
}
