import type { Product } from '#app/domain/core/catalogue/product.ts';

// The products that the specification names, with their fixed addresses and words. The first rows of the tables are these; figures that
// an operator has changed since come from there. Other products stand in the tables alone.

/** What is so of each of them until an operator says otherwise. */
const usual = {
  commissionPercent: null,
  saleStartsAt: null,
  saleEndsAt: null,
  stock: null,
  offeredAfter: null,
  bumpFor: null,
  seats: null,
  installments: null,
  isArchived: false,
  planId: null,
  amounts: [],
  tagline: '',
  description: '',
  unlocks: [],
} as const;

export const membership = {
  ...usual,
  key: 'membership',
  productKey: 'membership',
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
  ...usual,
  key: 'ebook',
  productKey: 'ebook',
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
  ...usual,
  key: 'reseller_programme',
  productKey: 'reseller_programme',
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
  ...usual,
  key: 'reseller_pro',
  productKey: 'reseller_pro',
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

/** All of them, as they are listed. */
export const specifiedProducts = [
  membership,
  ebook,
  resellerProgramme,
  resellerPro,
  resellerProFree3,
] as const satisfies readonly Product[];
