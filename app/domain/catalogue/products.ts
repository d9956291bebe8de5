import type { Entitlement, Product } from '#app/domain/catalogue/product.ts';

// What is sold. The only place that knows a price; never trust one from a client. Another product is another entry.

export const membership = {
  key: 'membership',
  slug: null,
  name: 'Membership',
  amountCents: 4_700,
  currency: 'usd',
  interval: 'month',
  freeIntervals: 0,
  tax: 'on_top',
  gives: 'membership',
  includedIn: [],
  plan: 'membership',
  commission: 'all_sellers',
  mails: {
    confirmation: 'membership-started',
    canceled: 'membership-canceled',
    ended: 'membership-ended',
  },
  pages: { done: '/thank-you', open: '/dashboard', sales: '/pricing' },
  summary: {
    title: 'Membership',
    included: [
      'All {{courseCount}} courses, with written lessons',
      'Every guide and playbook',
      'Support by people',
      'Cancel at any time',
    ],
    cover: null,
  },
  alreadyThere: {
    owned: 'You already have an active membership',
    included: 'You already have an active membership',
    text: 'There is nothing to pay. Everything is open to you.',
    label: 'Go to the dashboard',
  },
  paypalPlan: 'PAYPAL_PLAN_ID',
} as const satisfies Product;

/** The book Digital Marketing Domination. */
export const ebook = {
  key: 'ebook',
  slug: 'dmd',
  name: 'Digital Marketing Domination (ebook)',
  amountCents: 700,
  currency: 'usd',
  interval: null,
  freeIntervals: 0,
  tax: 'on_top',
  gives: 'ebook',
  includedIn: ['membership'],
  plan: null,
  commission: 'all_sellers',
  mails: { confirmation: 'ebook-bought', canceled: null, ended: null },
  pages: { done: '/tripwire-success', open: '/ebook', sales: '/DMD' },
  summary: {
    title: 'Digital Marketing Domination',
    included: [
      'The whole book, {{ebookChapters}} chapters',
      'As PDF for screens and paper',
      'As EPUB for e-readers and phones',
    ],
    cover: '/ebook/cover.svg',
  },
  alreadyThere: {
    owned: 'You already own the ebook',
    included: 'The ebook is part of your membership',
    text: 'There is nothing to pay. Download it as often as you like.',
    label: 'Open the ebook',
  },
  paypalPlan: null,
} as const satisfies Product;

const catalogue: readonly Product[] = [membership, ebook];

/** The list price of the ebook. */
export const ebookListCents = 29_700;

/** How much lower a price is than a list price, in whole percent, rounded down (P31). */
export function percentOff(amountCents: number, listCents: number): number {
  return Math.floor(((listCents - amountCents) * 100) / listCents);
}

/** The product of a key; undefined for one that is not sold. */
export function productOf(key: string | null | undefined): Product | undefined {
  return catalogue.find((product) => product.key === key);
}

/** The products that PayPal sells by a plan, with the settings that hold the plans' ids. */
export function plannedProducts(): (Product & { paypalPlan: string })[] {
  return catalogue.filter((product) => product.paypalPlan !== null) as (Product & { paypalPlan: string })[];
}

/** The product that an address names; the one sold without a name for null, undefined for a name that is none. */
export function productOfSlug(slug: string | null): Product | undefined {
  return catalogue.find((product) => product.slug === slug);
}

/** The product that a price at a provider is of, by the key we gave it there; undefined for the price of something else. */
export function productOfLookupKey(lookupKey: string | null | undefined): Product | undefined {
  const [, key] = /^(\w+)_[a-z]{3}_\d+_(?:once|month|year)$/.exec(lookupKey ?? '') ?? [];
  return productOf(key);
}

/** The key under which a product's price is made at a provider: another price is another key. */
export function lookupKeyOf({ key, currency, amountCents, interval }: Product): string {
  return `${key}_${currency}_${amountCents}_${interval ?? 'once'}`;
}

/** The keys of the products that give something. */
export function keysGiving(entitlement: Entitlement): string[] {
  return catalogue.filter(({ gives }) => gives === entitlement).map(({ key }) => key);
}

/** What a payment's product is called; one that is not sold any more goes by its key. */
export function productName(key: string): string {
  return catalogue.find((product) => product.key === key)?.name ?? key.replaceAll('_', ' ');
}

/** Days within which a payment is refunded on request. */
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
