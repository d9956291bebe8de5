import type { Product } from '#app/domain/core/catalogue/product.ts';

// The currencies that something can be sold in (docs/decisions/0077). Each of them has two decimals, at Stripe and at PayPal.

/** What every price has an amount in, what buyers pay who choose nothing else, and what the affiliates' ledger is kept in. */
export const baseCurrency = 'usd';

/** What a price can be sold in as well, with their names. */
export const furtherCurrencies = {
  eur: 'Euros',
  gbp: 'British pounds',
  cad: 'Canadian dollars',
  aud: 'Australian dollars',
  nzd: 'New Zealand dollars',
  chf: 'Swiss francs',
  sgd: 'Singapore dollars',
} as const;

export type FurtherCurrency = keyof typeof furtherCurrencies;

const names: Readonly<Record<string, string>> = { [baseCurrency]: 'US dollars', ...furtherCurrencies };

/** What a currency is called at the beginning of a line; one that nothing is sold in goes by its code. */
export const currencyName = (currency: string): string => names[currency] ?? currency.toUpperCase();

/** Whether something can be sold in it. */
export const isCurrency = (currency: string): boolean => Object.hasOwn(names, currency);

/** How addresses name the currency that somebody has chosen. */
export const currencyParam = 'currency';

/** An address of the checkout, or of a page that leads there, with the currency that is paid in. */
function withCurrency(path: string, currency: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${currencyParam}=${currency}`;
}

/** The currencies that a product is sold in, the base currency first. */
export const currenciesOf = ({ amounts }: Pick<Product, 'amounts'>): string[] => [
  baseCurrency,
  ...amounts.map(({ currency }) => currency),
];

/** The currency of a product as addresses name it; null where it is sold in one alone, which goes without saying. */
export const namedCurrency = ({ amounts, currency }: Pick<Product, 'amounts' | 'currency'>): string | null =>
  amounts.length > 0 || currency !== baseCurrency ? currency : null;

/** A product of the catalogue at what its owner asks for it in a currency; undefined for one that it is not sold in. Seats are chosen after it. */
export function inCurrency(product: Product, currency: string): Product | undefined {
  if (currency === product.currency) return product;
  const amount = product.amounts.find((further) => further.currency === currency);
  return (
    amount && {
      ...product,
      ...amount,
      // A setting holds the plan of the base currency.
      planSetting: null,
      pages: { ...product.pages, checkout: withCurrency(product.pages.checkout, currency) },
    }
  );
}

/** A page of a product in the currency that somebody paid in, where it is still sold in it; else the page as it is. */
export const pageInCurrency = (product: Product, page: 'checkout' | 'sales', currency: string): string =>
  currency !== baseCurrency && currenciesOf(product).includes(currency)
    ? withCurrency(product.pages[page], currency)
    : product.pages[page];

/** Whether a price can be sold in further currencies: it costs something, and is paid at the checkout, which lets a buyer choose. */
export const isSoldInCurrencies = ({
  amountCents,
  gift,
  pages,
}: Pick<Product, 'amountCents' | 'gift' | 'pages'>): boolean =>
  amountCents > 0 && gift === undefined && pages.checkout.startsWith('/checkout');
