import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { inCurrency } from '#app/domain/core/catalogue/currencies.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { productOf } from '#app/domain/core/catalogue/products.ts';
import type { EarlierPurchase } from '#app/domain/selling/billing/earlier-purchases.server.ts';
import { sellerOf } from '#app/domain/selling/billing/purchase.server.ts';
import { findUnconfirmed, type UnconfirmedPurchase } from '#app/domain/selling/billing/unconfirmed.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import type { Purchase } from '#app/platform/database/generated/client.ts';
import type { PurchaseWay } from '#app/platform/payments/port.ts';

/** What a gift is bought as, with its own pages to pay on and to come back to. */
export function productOfGift({
  id,
  product,
  currency,
}: {
  id: string;
  product: string;
  currency: string;
}): Product | undefined {
  const baseProduct = productOf(product);
  const sold = baseProduct && inCurrency(baseProduct, currency);
  const page = `/gifts/${id}`;
  return sold && { ...sold, pages: { ...sold.pages, checkout: page, done: `${page}?paid=1` } };
}

/** What was bought, with the pages that its buyer goes on to: of a gift that gift's own. */
export const productOfPurchase = ({
  giftId,
  product,
  currency,
}: Pick<Purchase, 'giftId' | 'product' | 'currency'>): Product | undefined => {
  const baseProduct = productOf(product);
  // In a currency that it is no longer sold in, what was begun can be paid all the same.
  const sold = baseProduct && (inCurrency(baseProduct, currency) ?? baseProduct);
  return giftId && sold ? productOfGift({ id: giftId, product, currency: sold.currency }) : sold;
};

/** Whether gifts can be paid in a way now. */
export const isGiftSoldBy = (product: Product, way: PurchaseWay): boolean => sellerOf(product, way) !== null;

/** What was begun, paid or given back for a gift, the newest first. */
export const findPurchasesOfGift = (giftId: string): Promise<Purchase[]> =>
  prisma().purchase.findMany({ where: { giftId }, orderBy: { createdAt: 'desc' } });

/** Purchases of gifts, as buying again depends on them. */
export function earlierOf(rows: readonly Purchase[]): EarlierPurchase[] {
  return rows.map(({ provider, providerPaymentId: id, product, status, refusedAt, createdAt }) => ({
    provider,
    id,
    product,
    state: status === 'begun' ? (refusedAt ? 'stopped' : 'begun') : 'settled',
    wasLive: false,
    createdAt,
  }));
}

/**
 * What a giver has paid at the providers for a gift and is not known to be paid here. What they paid on a provider's own page may be for
 * another gift of the same kind; confirming it tells. Given some that were found before, those of them that still are.
 */
export async function findUnconfirmedGifts(
  viewer: Viewer,
  product: Product,
  giftId: string,
  before?: readonly UnconfirmedPurchase[],
): Promise<UnconfirmedPurchase[]> {
  const rows = await prisma().purchase.findMany({
    where: { userId: viewer.id, OR: [{ product: product.key }, { giftId }] },
    orderBy: { createdAt: 'desc' },
  });
  // Of other gifts only what is known to be paid, which is not this one's.
  const candidates = rows.filter((row) => row.giftId === giftId || row.status !== 'begun');
  const unconfirmed = before ?? (await findUnconfirmed(viewer, product, earlierOf(candidates)));
  return unconfirmed.filter(({ seller, id }) => {
    const row = rows.find((one) => one.provider === seller.name && one.providerPaymentId === id);
    return !row || (row.giftId === giftId && row.status === 'begun' && row.refusedAt === null);
  });
}
