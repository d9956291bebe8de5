import { hasAnyOf } from '#app/domain/core/access/entitlements.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { inCurrency } from '#app/domain/core/catalogue/currencies.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { allProducts, isFree, isOnSale } from '#app/domain/core/catalogue/products.ts';
import { isSoldBy } from '#app/domain/selling/billing/purchase.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { canOf, providerNames } from '#app/platform/payments/port.ts';

/** What is offered to somebody who has just bought something else (P316). */
export interface AfterOffer {
  product: Product;
  /** One press takes the money, from the card that pays their subscription; else it leads to the checkout. */
  isOneClick: boolean;
}

const withSavedCards = providerNames.filter((name) =>
  (canOf(name).ways as readonly string[]).includes('saved_card'),
);

/**
 * The first product that is offered after one of a key and that a viewer does not have yet; null for none. After those, what could be added to
 * that one at the checkout: by PayPal it could not. It is offered in the currency that
 * its buyer's subscription is paid in, else in the one they have chosen, and in US dollars where it is not sold in that. Two queries at most.
 */
export async function findAfterOffer(
  viewer: Viewer,
  productKey: string,
  chosenCurrency: string,
): Promise<AfterOffer | null> {
  const candidates = allProducts().filter(
    (product) => product.interval === null && !isFree(product) && isOnSale(product, now()),
  );
  const offered = [
    ...candidates.filter(({ offeredAfter }) => offeredAfter === productKey),
    ...candidates.filter(({ bumpFor, requires }) => bumpFor === productKey && requires === null),
  ];
  for (const product of offered) {
    if (await hasAnyOf(viewer, [product.gives, ...product.includedIn])) continue;
    const where = { userId: viewer.id, status: 'active', provider: { in: withSavedCards } } as const;
    const subscription = await prisma().subscription.findFirst({ where, select: { currency: true } });
    const currencies = [subscription?.currency ?? chosenCurrency, chosenCurrency];
    const shown = currencies.flatMap((currency) => inCurrency(product, currency) ?? [])[0] ?? product;
    return { product: shown, isOneClick: isSoldBy(shown, 'saved_card') && subscription !== null };
  }
  return null;
}
