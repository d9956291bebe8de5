import type { Product } from '#app/domain/core/catalogue/product.ts';
import { allProducts } from '#app/domain/core/catalogue/products.ts';

/** The products that subscriptions of another system can be taken for: what is paid again and again. The one place that says so. */
export const adoptableProducts = (): Product[] =>
  allProducts().filter(({ interval, freeIntervals }) => interval !== null && freeIntervals === 0);
