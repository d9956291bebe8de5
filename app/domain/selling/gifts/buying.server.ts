import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { isId } from '#app/domain/core/audit/target.server.ts';
import { soldProduct } from '#app/domain/core/catalogue/offer.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { productOf } from '#app/domain/core/catalogue/products.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { type EarlierPurchase, recordBegun } from '#app/domain/selling/billing/earlier-purchases.server.ts';
import { purchaseLimit } from '#app/domain/selling/billing/limits.ts';
import { atProvider } from '#app/domain/selling/billing/provider-refusal.server.ts';
import { acceptPurchaseTerms, beginAt, sellerOf } from '#app/domain/selling/billing/purchase.server.ts';
import { findUnconfirmed, type UnconfirmedPurchase } from '#app/domain/selling/billing/unconfirmed.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import type { PurchaseWay } from '#app/platform/payments/port.ts';
import { consumeRateLimit } from '#app/platform/rate-limit.server.ts';

/** What a gift is bought as, with its own pages to pay on and to come back to. */
export function productOfGift({ id, product }: { id: string; product: string }): Product | undefined {
  const sold = productOf(product);
  const page = `/gifts/${id}`;
  return sold && { ...sold, pages: { ...sold.pages, checkout: page, done: `${page}?paid=1` } };
}

/** Whether gifts can be paid in a way now. */
export const isGiftSoldBy = (product: Product, way: PurchaseWay): boolean => sellerOf(product, way) !== null;

const purchasesOf = (where: { giftId: string } | { userId: string; product: string }) =>
  prisma().purchase.findMany({ where, orderBy: { createdAt: 'desc' } });

function earlierOf(rows: Awaited<ReturnType<typeof purchasesOf>>): EarlierPurchase[] {
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
 * Begins to pay for a gift on the provider's page, and returns that page's address. Asked again, it is the same purchase. The gift is
 * paid once the provider's webhook says so. Asking is the acceptance of the purchase's terms.
 * @throws {Refusal} not_found for no gift of theirs; conflict for one that is paid; unavailable when it is not sold so;
 * {RateLimitExceeded}
 */
export async function openGiftPayment(
  viewer: Viewer,
  giftId: string,
  way: Exclude<PurchaseWay, 'card_form'>,
): Promise<string> {
  await consumeRateLimit(purchaseLimit, viewer.id);
  const gift = isId(giftId)
    ? await prisma().gift.findFirst({ where: { id: giftId, giverId: viewer.id } })
    : null;
  if (!gift) throw new Refusal('not_found', 'There is no such gift.');
  if (gift.status !== 'draft') throw new Refusal('conflict', 'This gift is paid already.');
  const product = productOfGift(gift);
  const seller = product && sellerOf(product, way);
  if (!product || !seller)
    throw new Refusal('unavailable', 'This way to pay is not offered here. Please choose another.');
  await acceptPurchaseTerms(viewer);
  const rows = await purchasesOf({ giftId });
  const earlier = earlierOf(rows);
  return atProvider(async () => {
    const waiting =
      way === 'wallet'
        ? earlier.find(({ state, provider }) => state === 'begun' && provider === seller.name)
        : null;
    const open = waiting ? await seller.findOpenPurchase(waiting.id, soldProduct(product), null) : null;
    const { id, url } =
      open ??
      (await beginAt(seller, { viewer, product, way, promotion: null, use: { id: giftId } }, earlier));
    if (id && !open) await recordBegun(viewer, product, seller.name, id, giftId);
    if (!url) throw new Refusal('unavailable', 'The payment page could not be opened. Please try again.');
    return url;
  });
}

/** What a giver has paid at the providers for gifts of this kind and is not known to be paid here. */
export async function findUnconfirmedGifts(viewer: Viewer, product: Product): Promise<UnconfirmedPurchase[]> {
  const rows = await purchasesOf({ userId: viewer.id, product: product.key });
  return findUnconfirmed(viewer, product, earlierOf(rows));
}
