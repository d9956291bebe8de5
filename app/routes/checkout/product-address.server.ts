import { isSoldBy } from '#app/domain/billing/purchase.server.ts';
import type { Product } from '#app/domain/catalogue/product.ts';
import { formatMoney, productOfSlug } from '#app/domain/catalogue/products.ts';

/** The product that an address asks for; undefined for a name that is none. */
export const productAt = (url: URL): Product | undefined => productOfSlug(url.searchParams.get('product'));

/** Addresses and words of the checkout of a product. */
export function checkoutOf(product: Product) {
  const query = product.slug ? `?product=${product.slug}` : '';
  const price = formatMoney(product.amountCents, product.currency);
  return {
    path: product.pages.checkout,
    intentPath: `/create-payment-intent${query}`,
    walletPath: `/checkout/paypal${query}`,
    donePath: product.pages.done,
    price,
    /** As buttons name the price. */
    priceLabel: product.interval ? `${price}/${product.interval}` : price,
  };
}

/** Where a product can be bought with a wallet, and what its button names; null where it is not sold so. */
export function walletOf(product: Product) {
  if (!isSoldBy(product, 'wallet')) return null;
  const { walletPath, priceLabel } = checkoutOf(product);
  return { path: walletPath, priceLabel, isSubscription: product.interval !== null };
}
