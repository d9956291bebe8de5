import type { Product } from '#app/domain/core/catalogue/product.ts';
import { allProducts, isRecurring } from '#app/domain/core/catalogue/products.ts';

/** The products that subscriptions of another system can be taken for: what is paid again and again. The one place that says so. */
export const adoptableProducts = (): Product[] =>
  allProducts().filter((product) => isRecurring(product) && product.freeIntervals === 0);
