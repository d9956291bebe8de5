import { offeredGifts } from '#app/domain/core/catalogue/gift-products.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { giftProducts, isOnSale } from '#app/domain/core/catalogue/products.ts';
import { now } from '#app/platform/clock.server.ts';

/** The gifts that can be bought now, the shortest first; none where no membership is on sale. */
export function findOffers(): readonly Product[] {
  const at = now();
  return offeredGifts(giftProducts().filter((product) => isOnSale(product, at)));
}
