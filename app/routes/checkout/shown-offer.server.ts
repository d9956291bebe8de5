import type { Product } from '#app/domain/core/catalogue/product.ts';
import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { unlockedBy } from '#app/domain/learning/courses/unlocked.server.ts';
import type { AfterOffer } from '#app/domain/selling/billing/after-offer.server.ts';
import { checkoutOf } from '#app/routes/checkout/product-address.server.ts';
import type { ShownBump } from '#app/routes/checkout/shown-bump.ts';

/** As much of an offer as its card shows. */
export interface ShownOffer {
  name: string;
  tagline: string;
  amountCents: number;
  /** The same as it is written. */
  price: string;
  checkout: string;
  sales: string;
  hasTaxOnTop: boolean;
  isOneClick: boolean;
}

/** An offer for its card, with its price as it is written: the page need not bring the catalogue. */
export const shownOffer = ({ product, isOneClick }: AfterOffer, hasTaxOnTop: boolean): ShownOffer => ({
  name: product.name,
  tagline: product.tagline,
  amountCents: product.amountCents,
  price: formatMoney(product.amountCents, product.currency),
  // With its currency: what the button takes is what it names.
  checkout: checkoutOf(product).path,
  sales: product.pages.sales,
  hasTaxOnTop,
  isOneClick,
});

/** An order bump for the checkout, with what it gives in the words of its product. */
export const shownBump = (bump: Product): ShownBump => ({
  key: bump.key,
  amountCents: bump.amountCents,
  name: bump.name,
  price: formatMoney(bump.amountCents, bump.currency),
  gives: [...bump.summary.included, ...unlockedBy(bump).map(({ title }) => title)],
  sales: bump.pages.sales,
});
