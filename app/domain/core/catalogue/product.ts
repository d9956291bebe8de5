/** What somebody can have: by a product that gives it, the trial apart. `app/domain/core/access` tells who has which. */
export type Entitlement = 'membership' | 'ebook' | 'reseller' | 'reseller_pro' | 'reseller_trial';

/** The mail that thanks for a purchase. */
export type ConfirmationMail =
  | 'membership-started'
  | 'ebook-bought'
  | 'reseller-joined'
  | 'reseller-pro-started';

/** One thing that is sold. Everything that differs from product to product is said here, and nowhere else. */
export interface Product {
  key: string;
  /** How addresses name it (`?product=dmd`); null for the one that is sold without a name. */
  slug: string | null;
  name: string;
  /** What it is called within a sentence. */
  noun: string;
  /** Integer cents before tax, for each interval or once. */
  amountCents: number;
  currency: 'usd';
  /** Null: paid once. */
  interval: 'month' | 'year' | null;
  /** First intervals that cost nothing. */
  freeIntervals: number;
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
  commission: 'all_sellers' | 'pro_resellers' | 'nobody';
  mails: {
    confirmation: ConfirmationMail;
    /** Told of a cancellation and of the end; null where nobody is. */
    canceled: 'membership-canceled' | 'reseller-pro-canceled' | null;
    ended: 'membership-ended' | 'reseller-pro-ended' | null;
    /** Told some days before what is canceled ends; null where nobody is. */
    ending: 'reseller-pro-ending' | null;
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
}
