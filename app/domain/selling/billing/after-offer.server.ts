import { hasAnyOf } from '#app/domain/core/access/entitlements.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { inCurrency } from '#app/domain/core/catalogue/currencies.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { allProducts, isFree, isOnSale, keysGiving } from '#app/domain/core/catalogue/products.ts';
import { isSoldBy } from '#app/domain/selling/billing/purchase.server.ts';
import { isLeft } from '#app/domain/selling/billing/stock.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { lineId } from '#app/platform/payments/payment-line.ts';
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

/** A subscription whose card can pay something more. */
interface CardSubscription {
  currency: string;
  /** Keys of what was added to it and is paid, where its payment is not applied here yet, or is held. */
  pendingBumps: string[];
}

const findCardSubscriptions = ({ id }: Viewer) =>
  prisma().$queryRaw<CardSubscription[]>`
    SELECT s.currency, ARRAY(
      SELECT b.product FROM purchases b
      WHERE b.user_id = s.user_id AND b.provider = s.provider AND b.status IN ('begun', 'held')
        AND starts_with(b.provider_payment_id, s.provider_subscription_id || ${lineId('', '')})) AS "pendingBumps"
    FROM subscriptions s
    WHERE s.user_id = ${id}::uuid AND s.status = 'active' AND s.provider::text IN (${Prisma.join(withSavedCards)})
    ORDER BY s.id`;

/**
 * The first product that is offered after one of a key, that is left and that a viewer neither has nor has just paid; null for none. After those,
 * what could be added to that one at the checkout: by PayPal it could not. It is offered in the currency that
 * its buyer's subscription is paid in, else in the one they have chosen, and in US dollars where it is not sold in that. One query, and for each
 * product up to two.
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
  if (offered.length === 0) return null;
  const subscriptions = await findCardSubscriptions(viewer);
  const pendingKeys = subscriptions.flatMap(({ pendingBumps }) => pendingBumps);
  for (const product of offered) {
    if (keysGiving(product.gives).some((key) => pendingKeys.includes(key))) continue;
    if (await hasAnyOf(viewer, [product.gives, ...product.includedIn])) continue;
    if (!(await isLeft(product, viewer.id))) continue;
    const currencies = [subscriptions[0]?.currency ?? chosenCurrency, chosenCurrency];
    const shown = currencies.flatMap((currency) => inCurrency(product, currency) ?? [])[0] ?? product;
    return { product: shown, isOneClick: isSoldBy(shown, 'saved_card') && subscriptions.length > 0 };
  }
  return null;
}
