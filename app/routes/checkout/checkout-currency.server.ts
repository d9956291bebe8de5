import { redirect } from 'react-router';
import { inCurrency, isCurrency } from '#app/domain/core/catalogue/currencies.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { isFree } from '#app/domain/core/catalogue/products.ts';
import { namedProductAt } from '#app/routes/checkout/product-address.server.ts';
import { addressIn, currencyAt, namedCurrencyAt } from '#app/routes/frame/sales/currency-choices.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { isOpened } from '#app/routes/http/remember-currency.server.ts';

const unknownProduct =
  "We don't sell anything by that name. This is the checkout for the membership, so check what you are about to buy.";

/** Back to what is sold: at its price in US dollars, where it is not sold in the currency that was asked for. */
export function unknownAt(request: Request, url: URL): Promise<Response> | Response {
  const product = namedProductAt(url);
  if (!product) return redirectWithFlash('/checkout', unknownProduct, 'error');
  const { checkout } = product.pages;
  // The browser remembers the currency that was asked for, and the checkout says what it cannot be had in.
  if (isCurrency(currencyAt(url)) && isOpened(request)) return redirect(checkout);
  const words = `We don’t sell ${product.name} in that currency. Nothing was charged: this is its price in US dollars.`;
  return redirectWithFlash(checkout, words, 'error');
}

/**
 * What a checkout makes of the currency that was chosen before (P353). Where its address names none, it leads to the one that names it; where
 * the product is not sold in that currency, it says so in the words that are returned.
 * @throws a redirect to the same checkout in the currency that was chosen
 */
export function keepChosenCurrency(url: URL, product: Product, chosenCurrency: string): string | null {
  if (chosenCurrency === product.currency || isFree(product)) return null;
  if (namedCurrencyAt(url) !== null) return null;
  if (inCurrency(product, chosenCurrency)) throw redirect(addressIn(url, chosenCurrency));
  return `We don’t sell ${product.name} in ${chosenCurrency.toUpperCase()}: this is its price in US dollars.`;
}
