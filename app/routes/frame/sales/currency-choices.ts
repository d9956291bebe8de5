import {
  baseCurrency,
  currenciesOf,
  currencyName,
  currencyParam,
  inCurrency,
} from '#app/domain/core/catalogue/currencies.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import type { CurrencyChoice } from '#app/routes/frame/sales/currency-links.tsx';

/** The currency that an address names, in small letters; null where it names none. */
export const namedCurrencyAt = (url: URL): string | null =>
  url.searchParams.get(currencyParam)?.trim().toLowerCase() || null;

/** The same; the base currency where it names none. */
export const currencyAt = (url: URL): string => namedCurrencyAt(url) ?? baseCurrency;

/** What of an address belongs to what was bought at other prices, or to a payment that was left. */
const leftBehind = ['add', 'add_for', 'canceled', 'redirect_status'];

/** The same address with another currency. The base currency is named too: the browser may remember another one. */
export function addressIn(url: URL, currency: string): string {
  const query = new URLSearchParams(url.searchParams);
  for (const name of [currencyParam, ...leftBehind]) query.delete(name);
  query.set(currencyParam, currency);
  return `${url.pathname}?${query}`;
}

/** The currencies that a page offers for what it sells, the base currency first; empty where there is nothing to choose. */
export function currencyChoices(
  url: URL,
  products: readonly Product[],
  chosenCurrency: string,
  hasPrices = false,
): CurrencyChoice[] {
  const currencies = [...new Set(products.flatMap(currenciesOf))];
  if (currencies.length < 2) return [];
  return currencies.map((currency) => {
    const [variant] = hasPrices ? products.flatMap((product) => inCurrency(product, currency) ?? []) : [];
    return {
      name: currencyName(currency),
      price: variant ? formatMoney(variant.amountCents, currency) : '',
      to: addressIn(url, currency),
      isChosen: currency === chosenCurrency,
    };
  });
}
