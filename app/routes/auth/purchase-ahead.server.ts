import { inCurrency } from '#app/domain/core/catalogue/currencies.ts';
import { guaranteeOf } from '#app/domain/core/catalogue/guarantee.ts';
import { formatMoney, isOnSale, productOfSlug } from '#app/domain/core/catalogue/products.ts';
import { now } from '#app/platform/clock.server.ts';
import { namedCurrencyAt } from '#app/routes/frame/sales/currency-choices.ts';

/** What somebody is about to buy. */
export interface PurchaseAhead {
  name: string;
  /** What it costs and how often; null where that depends on what is chosen in the checkout. */
  price: string | null;
  guarantee: string | null;
}

/**
 * What the checkout sells to which an account form leads, in the currency that its address names, or else the one that was chosen before; null
 * where it leads elsewhere.
 */
export function purchaseAhead(redirectTo: string, chosenCurrency: string): PurchaseAhead | null {
  const url = new URL(redirectTo, 'http://localhost');
  if (url.pathname !== '/checkout') return null;
  const named = productOfSlug(url.searchParams.get('product'));
  const currencyNamed = namedCurrencyAt(url);
  const sold =
    named && isOnSale(named, now()) ? inCurrency(named, currencyNamed ?? chosenCurrency) : undefined;
  // What is not sold in the chosen currency is offered at its price in US dollars.
  const product = sold ?? (currencyNamed === null && named && isOnSale(named, now()) ? named : undefined);
  if (!product) return null;
  const { name, interval, installments, seats, amountCents, currency } = product;
  const isPlain = installments === null && seats === null;
  return {
    name,
    price: isPlain ? formatMoney(amountCents, currency) + (interval ? `/${interval}` : '') : null,
    guarantee: guaranteeOf(product),
  };
}
