import type { Entitlement, Product } from '#app/domain/core/catalogue/product.ts';

// What is sold. The only place that knows a price; never trust one from a client. Another product is another entry.

export const membership = {
  key: 'membership',
  slug: null,
  name: 'Membership',
  noun: 'membership',
  amountCents: 4_700,
  currency: 'usd',
  interval: 'month',
  freeIntervals: 0,
  tax: 'on_top',
  isGuaranteed: true,
  gives: 'membership',
  includedIn: [],
  requires: null,
  plan: 'membership',
  commission: 'all_sellers',
  mails: {
    confirmation: 'membership-started',
    canceled: 'membership-canceled',
    ended: 'membership-ended',
    ending: null,
  },
  pages: {
    checkout: '/checkout',
    done: '/thank-you',
    open: '/dashboard',
    sales: '/pricing',
    cancel: '/profile/billing/cancel',
  },
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
  planSetting: 'PAYPAL_PLAN_ID',
} as const satisfies Product;

/** The book Digital Marketing Domination. */
export const ebook = {
  key: 'ebook',
  slug: 'dmd',
  name: 'Digital Marketing Domination (ebook)',
  noun: 'ebook',
  amountCents: 700,
  currency: 'usd',
  interval: null,
  freeIntervals: 0,
  tax: 'on_top',
  isGuaranteed: false,
  gives: 'ebook',
  includedIn: ['membership'],
  requires: null,
  plan: null,
  commission: 'all_sellers',
  mails: { confirmation: 'ebook-bought', canceled: null, ended: null, ending: null },
  pages: {
    checkout: '/checkout?product=dmd',
    done: '/tripwire-success',
    open: '/ebook',
    sales: '/DMD',
    cancel: null,
  },
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
  planSetting: null,
} as const satisfies Product;

/** The right to sell the membership and keep the whole payment. */
export const resellerProgramme = {
  key: 'reseller_programme',
  slug: 'reseller',
  name: 'Reseller program',
  noun: 'reseller program',
  amountCents: 99_700,
  currency: 'usd',
  interval: null,
  freeIntervals: 0,
  tax: 'on_top',
  isGuaranteed: false,
  gives: 'reseller',
  includedIn: [],
  requires: null,
  plan: null,
  commission: 'pro_resellers',
  mails: { confirmation: 'reseller-joined', canceled: null, ended: null, ending: null },
  pages: {
    checkout: '/reseller-checkout',
    done: '/reseller-success',
    open: '/affiliate-centre',
    sales: '/special',
    cancel: null,
  },
  summary: {
    title: 'Reseller program',
    included: [
      '{{resellerRate}} of the membership payments and ebook sales made through your link',
      'Marketing materials and training, as affiliates have them',
      'Payouts on the {{payoutDay}} of the month, from {{payoutMinimum}} upward',
    ],
    cover: null,
  },
  alreadyThere: {
    owned: 'You are a reseller already',
    included: 'You are a reseller already',
    text: 'There is nothing to pay.',
    label: 'Go to the affiliate center',
  },
  planSetting: null,
} as const satisfies Product;

/** The right to sell the reseller programme too, for resellers, on top of their membership. */
export const resellerPro = {
  key: 'reseller_pro',
  slug: 'pro',
  name: 'Reseller PRO',
  noun: 'Reseller PRO',
  amountCents: 9_700,
  currency: 'usd',
  interval: 'month',
  freeIntervals: 0,
  tax: 'on_top',
  isGuaranteed: false,
  gives: 'reseller_pro',
  includedIn: [],
  requires: {
    entitlement: 'reseller',
    text: 'Reseller PRO adds to the reseller program. Please join the program first.',
  },
  plan: null,
  commission: 'nobody',
  mails: {
    confirmation: 'reseller-pro-started',
    canceled: 'reseller-pro-canceled',
    ended: 'reseller-pro-ended',
    ending: 'reseller-pro-ending',
  },
  pages: {
    checkout: '/pro-reseller-upsell',
    done: '/reseller-success?product=pro',
    open: '/affiliate-centre',
    sales: '/pro-reseller-upsell',
    cancel: '/profile/billing/cancel?product=pro',
  },
  summary: {
    title: 'Reseller PRO',
    included: [
      '{{resellerFee}} for each reseller program sold through your link',
      'All that you have as a reseller',
      'Cancel at any time',
    ],
    cover: null,
  },
  alreadyThere: {
    owned: 'You already have Reseller PRO',
    included: 'You already have Reseller PRO',
    text: 'There is nothing to pay.',
    label: 'Go to the affiliate center',
  },
  planSetting: 'PAYPAL_PLAN_ID_PRO',
} as const satisfies Product;

/** The same, with the first invoices free. */
export const resellerProFree3 = {
  ...resellerPro,
  key: 'reseller_pro_free3',
  slug: 'pro-free',
  name: 'Reseller PRO, 3 months free',
  freeIntervals: 3,
  pages: { ...resellerPro.pages, checkout: '/three-months-free-upsell', sales: '/three-months-free-upsell' },
  planSetting: 'PAYPAL_PLAN_ID_PRO_FREE3',
} as const satisfies Product;

const catalogue: readonly Product[] = [membership, ebook, resellerProgramme, resellerPro, resellerProFree3];

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

/** All that is sold. */
export const allProducts = (): readonly Product[] => catalogue;

/** The products that PayPal sells by a plan, with the settings that hold the plans' ids. */
export function plannedProducts(): (Product & { planSetting: string })[] {
  return catalogue.filter((product) => product.planSetting !== null) as (Product & { planSetting: string })[];
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

/** The products that give something. */
export function productsGiving(entitlement: Entitlement): readonly Product[] {
  return catalogue.filter(({ gives }) => gives === entitlement);
}

/** What gives something is called within a sentence. */
export function nounOf(entitlement: Entitlement): string {
  return productsGiving(entitlement)[0]?.noun ?? entitlement.replaceAll('_', ' ');
}

/** The keys of the products that give something. */
export function keysGiving(entitlement: Entitlement): string[] {
  return productsGiving(entitlement).map(({ key }) => key);
}

/** The keys of the products that are paid again and again. */
export function subscribedKeys(): string[] {
  return catalogue.filter(({ interval }) => interval !== null).map(({ key }) => key);
}

/** The keys of the products that give the same as one of a key, itself among them. */
export function keysLike(key: string): string[] {
  const product = productOf(key);
  return product ? keysGiving(product.gives) : [key];
}

/** What a payment's product is called; one that is not sold any more goes by its key. */
export function productName(key: string): string {
  return catalogue.find((product) => product.key === key)?.name ?? key.replaceAll('_', ' ');
}

/** What a subscription's product is called within a sentence; one that is not sold any more goes by its key. */
export function productNoun(key: string): string {
  return productOf(key)?.noun ?? productName(key);
}

export { guaranteeDays } from '#app/domain/core/catalogue/guarantee.ts';

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
