import { afterAll, beforeAll } from 'vitest';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { productOfRow } from '#app/domain/core/catalogue/product-rows.ts';
import { allProducts } from '#app/domain/core/catalogue/products.ts';
import { startPurchase } from '#app/domain/selling/billing/purchase.server.ts';
import { pay } from '#tests/integration/card-buyers.ts';
import { newViewer } from '#tests/integration/people.ts';

const once = {
  key: 'seo_bundle',
  productKey: 'seo_bundle',
  slug: 'seo-bundle',
  name: 'SEO bundle',
  noun: 'SEO bundle',
  amountCents: 12_900,
  currency: 'usd',
  interval: null,
  freeIntervals: 0,
  installments: null,
  isGuaranteed: false,
  gives: 'only:seo_bundle',
  unlocks: ['guides'],
  commission: 'all_sellers',
  commissionPercent: null,
  saleStartsAt: null,
  saleEndsAt: null,
  stock: null,
  offeredAfter: null,
  bumpFor: null,
  minSeats: null,
  maxSeats: null,
  isArchived: false,
  planId: null,
  amounts: [],
  tagline: '',
  description: '',
  fixed: {},
  priceFixed: {},
} as const;

/** A selection of the library at once for $129, or in three payments of $49. */
export const atOnce: Product = productOfRow({ ...once, unlocks: [...once.unlocks] });
export const inThree: Product = productOfRow({
  ...once,
  unlocks: [...once.unlocks],
  key: 'seo_bundle_installments',
  slug: 'seo-bundle-installments',
  amountCents: 4_900,
  interval: 'month',
  installments: 3,
});

/** Has it sold in the tests of a file. */
export function withInstallments(): void {
  const catalogue = allProducts() as Product[];
  beforeAll(() => {
    catalogue.push(atOnce, inThree);
  });
  afterAll(() => {
    catalogue.splice(catalogue.indexOf(atOnce), 2);
  });
}

/** Somebody who has paid the first of three. */
export async function newPlanHolder() {
  const viewer = await newViewer();
  const { clientSecret } = await startPurchase(viewer, inThree, 'card_form');
  await pay(String(clientSecret));
  return viewer;
}
