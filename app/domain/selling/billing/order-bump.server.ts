import { hasAnyOf } from '#app/domain/core/access/entitlements.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { inCurrency } from '#app/domain/core/catalogue/currencies.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { allProducts, isFree, isOnSale } from '#app/domain/core/catalogue/products.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { isLeft } from '#app/domain/selling/billing/stock.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { discounted, type Promotion } from '#app/platform/payments/port.ts';

/** What a buyer has ticked at the checkout: what it is, and for how many integer cents they have seen it. */
export interface TickedBump {
  key: string;
  amountCents: number;
}

/** Whether something can be added to a purchase: paid once and in the same currency, and neither part of the other nor the other itself. */
function canBeAdded(bump: Product, product: Product): boolean {
  const { gives, includedIn, interval, requires, currency } = bump;
  return (
    interval === null &&
    !isFree(bump) &&
    bump.gift === undefined &&
    requires === null &&
    gives !== product.gives &&
    !includedIn.includes(product.gives) &&
    !product.includedIn.includes(gives) &&
    currency === product.currency
  );
}

/** Whether a product's checkout can take something in the same payment. */
export const takesBumps = (product: Product): boolean =>
  !isFree(product) && product.freeIntervals === 0 && product.gift === undefined;

/** Whether a promotion leaves nothing to pay today: a payment of nothing takes nothing beside it. */
export const isMadeFree = (product: Product, promotion: Promotion | null): boolean =>
  promotion !== null && discounted(product.amountCents, promotion) === 0;

/** What is offered beside a product on its checkout, whoever buys it: the first that is on sale; null for nothing. */
function bumpOf(product: Product): Product | null {
  if (!takesBumps(product)) return null;
  const at = now();
  return (
    allProducts()
      .filter(({ bumpFor }) => bumpFor === product.productKey)
      .flatMap((bump) => inCurrency(bump, product.currency) ?? [])
      .find((bump) => isOnSale(bump, at) && canBeAdded(bump, product)) ?? null
  );
}

/** What a viewer is offered beside a product on its checkout (P337); null for what they have, and for what is sold out. Two queries at most. */
export async function findBump(viewer: Viewer, product: Product): Promise<Product | null> {
  const bump = bumpOf(product);
  if (!bump || (await hasAnyOf(viewer, [bump.gives, ...bump.includedIn]))) return null;
  return (await isLeft(bump, viewer.id)) ? bump : null;
}

/**
 * What a buyer has ticked, at the price that they have seen. The price comes from the catalogue.
 * @throws {Refusal} invalid where it is not offered any more, or costs something else by now
 */
export async function takeBump(viewer: Viewer, product: Product, ticked: TickedBump): Promise<Product> {
  const bump = await findBump(viewer, product);
  if (bump?.key !== ticked.key) throw new Refusal('invalid', 'What you added is no longer offered here.');
  if (bump.amountCents !== ticked.amountCents)
    throw new Refusal('invalid', `The price of ${bump.name} has changed since you opened this page.`);
  return bump;
}
