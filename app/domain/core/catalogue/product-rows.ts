import { z } from 'zod';
import {
  commissionRules,
  type Entitlement,
  type Product,
  productMails,
} from '#app/domain/core/catalogue/product.ts';

// Rows of the database as the product they make: what a row does not say is as usual for what it gives.

const entitlement = z.custom<Entitlement>(
  (value) =>
    typeof value === 'string' &&
    /^(?:membership|ebook|reseller|reseller_pro|team|only:[a-z][a-z0-9_]*)$/.test(value),
);

const pages = z.strictObject({
  checkout: z.string(),
  done: z.string(),
  open: z.string(),
  sales: z.string(),
  cancel: z.string().nullable(),
});

/** What differs from what is usual: addresses, mails and words. */
const fixedSchema = z.strictObject({
  includedIn: z.array(entitlement).optional(),
  requires: z.object({ entitlement, text: z.string() }).optional(),
  plan: z.string().nullable().optional(),
  mails: z
    .strictObject({
      confirmation: z.enum(productMails.confirmation),
      canceled: z.enum(productMails.canceled).nullable(),
      ended: z.enum(productMails.ended).nullable(),
      ending: z.enum(productMails.ending).nullable(),
    })
    .optional(),
  pages: pages.optional(),
  summary: z
    .strictObject({ title: z.string(), included: z.array(z.string()), cover: z.string().nullable() })
    .optional(),
  alreadyThere: z
    .strictObject({ owned: z.string(), included: z.string(), text: z.string(), label: z.string() })
    .optional(),
});

const priceFixedSchema = z.strictObject({
  pages: pages.partial().optional(),
  planSetting: z.string().optional(),
});

/** A price that is sold today, with its product, as the database has them. */
export const productRowSchema = z.object({
  key: z.string(),
  productKey: z.string(),
  slug: z.string().nullable(),
  name: z.string(),
  noun: z.string(),
  amountCents: z.int().min(0),
  currency: z.string().regex(/^[a-z]{3}$/),
  interval: z.enum(['month', 'year']).nullable(),
  freeIntervals: z.int().min(0),
  installments: z.int().min(2).nullable(),
  isGuaranteed: z.boolean(),
  gives: entitlement,
  unlocks: z.array(z.string()),
  commission: z.enum(commissionRules),
  commissionPercent: z.int().min(0).max(100).nullable(),
  saleStartsAt: z.date().nullable(),
  saleEndsAt: z.date().nullable(),
  stock: z.int().nullable(),
  offeredAfter: z.string().nullable(),
  bumpFor: z.string().nullable(),
  minSeats: z.int().min(1).nullable(),
  maxSeats: z.int().min(1).nullable(),
  isArchived: z.boolean(),
  planId: z.string().nullable(),
  amounts: z
    .array(
      z.strictObject({
        currency: z.string().regex(/^[a-z]{3}$/),
        amountCents: z.int().min(1),
        planId: z.string().nullable(),
      }),
    )
    .readonly(),
  tagline: z.string(),
  description: z.string(),
  fixed: fixedSchema,
  priceFixed: priceFixedSchema,
});

export type ProductRow = z.output<typeof productRowSchema>;

/** The page that presents a product which has none of its own. */
export const salesPath = (productKey: string) => `/products/${productKey.replaceAll('_', '-')}`;

const usualMails = {
  membership: {
    confirmation: 'membership-started',
    canceled: 'membership-canceled',
    ended: 'membership-ended',
    ending: null,
  },
  team: {
    confirmation: 'team-started',
    canceled: 'team-canceled',
    ended: 'team-ended',
    ending: null,
  },
  installments: {
    confirmation: 'product-bought',
    canceled: 'installments-canceled',
    ended: 'installments-ended',
    ending: null,
  },
  other: { confirmation: 'product-bought', canceled: null, ended: null, ending: null },
} as const;

const mailsOf = ({
  gives,
  installments,
}: Pick<ProductRow, 'gives' | 'installments'>): keyof typeof usualMails =>
  gives === 'membership' || gives === 'team' ? gives : installments === null ? 'other' : 'installments';

/** What the checkout says of every team. */
const teamIncludes = [
  'Every course, guide and playbook for each person with a seat',
  'Invite people by email, and give a seat to somebody else at any time',
  'Paid by card: PayPal doesn’t offer a number of seats',
  'Cancel at any time',
];

/** Where what is given is to be found. */
function openPath(gives: Entitlement, sales: string): string {
  if (gives.startsWith('only:')) return `${sales}/yours`;
  if (gives === 'ebook') return '/ebook';
  if (gives === 'team') return '/profile/team';
  return gives === 'reseller' || gives === 'reseller_pro' ? '/affiliate-centre' : '/dashboard';
}

/** Where a subscription is canceled: the membership is what a page cancels that names nothing else. */
function cancelPath({
  gives,
  slug,
  interval,
}: Pick<ProductRow, 'gives' | 'slug' | 'interval'>): string | null {
  if (!interval) return null;
  const path = '/profile/billing/cancel';
  return gives === 'membership' || slug === null ? path : `${path}?product=${slug}`;
}

/** The product that a row makes. */
export function productOfRow({ fixed, priceFixed, minSeats, maxSeats, ...row }: ProductRow): Product {
  const { key, productKey, slug, name, noun, gives } = row;
  const isMembership = gives === 'membership';
  const sales = salesPath(productKey);
  const usualPages: Product['pages'] = {
    checkout: slug === null ? '/checkout' : `/checkout?product=${slug}`,
    done: `${sales}/yours?price=${slug ?? key}`,
    open: openPath(gives, sales),
    sales,
    cancel: cancelPath(row),
  };
  return {
    ...row,
    seats: minSeats === null || maxSeats === null ? null : { min: minSeats, max: maxSeats },
    tax: 'on_top',
    // Members read everything; roles of the affiliate program are no part of that.
    includedIn: fixed.includedIn ?? (gives === 'ebook' || gives.startsWith('only:') ? ['membership'] : []),
    requires: fixed.requires ?? null,
    plan: fixed.plan === undefined ? (isMembership ? 'membership' : null) : fixed.plan,
    mails: fixed.mails ?? usualMails[mailsOf(row)],
    pages: {
      ...(fixed.pages ?? usualPages),
      ...(slug === null ? {} : pagesOfPrice(row, fixed.pages)),
      ...priceFixed.pages,
    },
    summary: fixed.summary ?? {
      title: name,
      included: [...(row.tagline ? [row.tagline] : []), ...(gives === 'team' ? teamIncludes : [])],
      cover: null,
    },
    alreadyThere: fixed.alreadyThere ?? {
      owned: gives === 'team' ? 'You already have a team' : `You already have ${noun}`,
      included: `${name} is part of your membership`,
      text:
        gives === 'team'
          ? 'You can change its number of seats on your team’s page.'
          : 'There is nothing to pay.',
      label: gives === 'team' ? 'See your team' : 'Go to the dashboard',
    },
    planSetting: priceFixed.planSetting ?? null,
  };
}

/** A further price of a product with fixed addresses is paid at an address of its own. */
function pagesOfPrice(
  { key, productKey, slug }: Pick<ProductRow, 'key' | 'productKey' | 'slug'>,
  fixed: Product['pages'] | undefined,
): Partial<Product['pages']> {
  return fixed && key !== productKey ? { checkout: `/checkout?product=${slug}` } : {};
}
