/** What is sold (P102). The only place that knows a price; never trust one from a client. */
export interface Product {
  key: string;
  name: string;
  /** Integer cents, for each interval or once. */
  amountCents: number;
  currency: 'usd';
  interval: 'month' | null;
  /** Who earns commission on a sale (P32). */
  commission: 'all_sellers' | 'pro_resellers';
}

export const membership = {
  key: 'membership',
  name: 'Membership',
  amountCents: 4_700,
  currency: 'usd',
  interval: 'month',
  commission: 'all_sellers',
} as const satisfies Product;

/** The book Digital Marketing Domination; addresses call it by `dmd`. */
export const ebook = {
  key: 'ebook',
  name: 'Digital Marketing Domination (ebook)',
  amountCents: 700,
  currency: 'usd',
  interval: null,
  commission: 'all_sellers',
} as const satisfies Product;

/** The list price of the ebook (P102). */
export const ebookListCents = 29_700;

/** How much lower a price is than a list price, in whole percent, rounded down (P31). */
export function percentOff(amountCents: number, listCents: number): number {
  return Math.floor(((listCents - amountCents) * 100) / listCents);
}

const catalogue: readonly Product[] = [membership, ebook];

/** The product of a key that is paid once and then owned; undefined for any other. */
export function oneTimeProduct(key: string | undefined): Product | undefined {
  return catalogue.find((product) => product.key === key && product.interval === null);
}

/** Whether a key is one of the catalogue's. */
export function isSold(key: string | undefined): boolean {
  return catalogue.some((product) => product.key === key);
}

/** What a payment's product is called; one that is not sold any more goes by its key. */
export function productName(key: string): string {
  return catalogue.find((product) => product.key === key)?.name ?? key.replaceAll('_', ' ');
}

/** Days within which a payment is refunded on request (P102). */
export const guaranteeDays = 30;

const formats = new Map<string, Intl.NumberFormat>();

/** An amount in words: "$47", "$23.50". */
export function formatMoney(amountCents: number, currency = 'usd'): string {
  const digits = amountCents % 100 === 0 ? 0 : 2;
  const key = `${currency} ${digits}`;
  let format = formats.get(key);
  if (!format) {
    const style = { style: 'currency', currency: currency.toUpperCase() } as const;
    format = new Intl.NumberFormat('en-US', {
      ...style,
      minimumFractionDigits: digits,
      maximumFractionDigits: 2,
    });
    formats.set(key, format);
  }
  return format.format(amountCents / 100);
}

/** The membership's price, as buttons name it: "$47". */
export function membershipPriceText(): string {
  return formatMoney(membership.amountCents);
}
