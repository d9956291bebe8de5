/**
 * What somebody can have: by a product that gives it, the trial apart. `app/domain/core/access` tells who has which. `only:KEY` is what
 * the product of that key unlocks and no other. A `gift` gives its buyer nothing: whoever redeems it gets a grant. A `team`
 * gives its owner seats, and whoever has one of those a membership.
 */
export type Entitlement =
  | 'membership'
  | 'ebook'
  | 'reseller'
  | 'reseller_pro'
  | 'reseller_trial'
  | 'gift'
  | 'team'
  | Selection;

/** A selection of the library, by the key of its product. */
type Selection = `only:${string}`;

/** The mails that thank for a purchase, and those about the end of a subscription. */
export const productMails = {
  confirmation: [
    'membership-started',
    'ebook-bought',
    'reseller-joined',
    'reseller-pro-started',
    'product-bought',
    'team-started',
  ],
  canceled: ['membership-canceled', 'reseller-pro-canceled', 'team-canceled', 'installments-canceled'],
  ended: ['membership-ended', 'reseller-pro-ended', 'team-ended', 'installments-ended'],
  ending: ['reseller-pro-ending'],
} as const;

/** The mail that thanks for a purchase. */
type ConfirmationMail = (typeof productMails.confirmation)[number];

/** Who can earn commission on a product (P32). */
export const commissionRules = ['all_sellers', 'pro_resellers', 'nobody'] as const;

/** What a price takes in a further currency: integer cents before tax, and the id of its plan at PayPal where it has one. */
export interface CurrencyAmount {
  currency: string;
  amountCents: number;
  planId: string | null;
}

/** One thing that is sold, at one price. Everything that differs from product to product is said here, and nowhere else. */
export interface Product {
  /** What payments and subscriptions name. */
  key: string;
  /** The row of `products` that it is a price of; the same as `key` for most. */
  productKey: string;
  /** How addresses name it (`?product=dmd`); null for the one that is sold without a name. */
  slug: string | null;
  name: string;
  /** What it is called within a sentence. */
  noun: string;
  /** Integer cents before tax, for each interval or once; of all that is bought at once, see `quantity`. */
  amountCents: number;
  currency: string;
  /** What it takes in further currencies, which a buyer can choose; see `inCurrency`. */
  amounts: readonly CurrencyAmount[];
  /** Null: paid once. */
  interval: 'month' | 'year' | null;
  /** First intervals that cost nothing. */
  freeIntervals: number;
  /** How many payments of the amount there are in all, one an interval, after which it is had for good; null for any other price. */
  installments: number | null;
  /** Whether tax comes on top of the price or is part of it. */
  tax: 'on_top' | 'included';
  /** Whether its first payment is refunded at once under the guarantee (P106). */
  isGuaranteed: boolean;
  gives: Entitlement;
  /** Who has one of these has what this product gives already, and is not sold it. */
  includedIn: readonly Entitlement[];
  /** What one must have to be sold this, and what somebody is told who has not. */
  requires: { entitlement: Entitlement; text: string } | null;
  /** What `users.plan` says while a subscription to it is live; null leaves it alone. */
  plan: string | null;
  /** Who earns commission on a sale (P32). */
  commission: (typeof commissionRules)[number];
  /** What every seller earns of it in whole percent, where that is not their own rate. */
  commissionPercent: number | null;
  /** When it is sold; null for no limit. */
  saleStartsAt: Date | null;
  saleEndsAt: Date | null;
  /** The key of the product whose buyers are offered this one right after; null for none. */
  offeredAfter: string | null;
  /** The key of the product on whose checkout this one can be added; null for none. */
  bumpFor: string | null;
  /** How many are sold in all; null for no limit. */
  stock: number | null;
  /** How few and how many seats one subscription to a team can have; null for what is no team. */
  seats: { min: number; max: number } | null;
  /** How many are bought at once, where that was chosen: `amountCents` is then what all of them cost. */
  quantity?: number;
  /** Not sold any more: who has it keeps it. */
  isArchived: boolean;
  /** The id of its plan at PayPal where the site made it; null where a setting holds it, or there is none. */
  planId: string | null;
  /** Its page at /products/KEY: a sentence, and Markdown. */
  tagline: string;
  description: string;
  /** Of a selection: `course:SLUG`, `guides`, `downloads`. */
  unlocks: readonly string[];
  mails: {
    confirmation: ConfirmationMail;
    /** Told of a cancellation and of the end; null where nobody is. */
    canceled: (typeof productMails.canceled)[number] | null;
    ended: (typeof productMails.ended)[number] | null;
    /** Told some days before what is canceled ends; null where nobody is. */
    ending: (typeof productMails.ending)[number] | null;
  };
  pages: {
    /** Where it is paid, and where the buyer is again who leaves the provider's page unpaid. */
    checkout: string;
    /** Where the buyer comes back to, and is told how far the payment is. */
    done: string;
    /** Where what was bought is. */
    open: string;
    /** Where it is presented. */
    sales: string;
    /** Where it is canceled; null for what is paid once. */
    cancel: string | null;
  };
  /** How the checkout sums it up; figures of the site stand in double braces. */
  summary: {
    title: string;
    included: readonly string[];
    /** The address of a picture of it. */
    cover: string | null;
  };
  /** What somebody is told who has it, or has something that includes it, and is sold nothing. */
  alreadyThere: { owned: string; included: string; text: string; label: string };
  /** The setting that holds the id of its plan at PayPal; null where PayPal does not sell it. */
  planSetting: string | null;
  /** Of a gift: whole months of the membership that it gives, and the key of the price that it is counted by. */
  gift?: { months: number; priceKey: string };
}
