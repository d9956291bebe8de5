import type { Product } from '#app/domain/core/catalogue/product.ts';
import { salesPath } from '#app/domain/core/catalogue/product-rows.ts';
import { allProducts } from '#app/domain/core/catalogue/products.ts';
import { type SalesPage, salesPageSchema } from '#app/domain/site/sales-pages/blocks.ts';
import { hasContent, perContent, readYaml } from '#app/platform/content/files.server.ts';

/** The folder of the pages of blocks inside content/. */
export const salesPagesFolder = 'sales-pages';

/** The file of the page of blocks at /products/SLUG. */
export const salesPageFile = (productSlug: string): string => `${salesPagesFolder}/${productSlug}.yaml`;

/** The product whose page a file is; undefined for none, and for one that has a fixed page of its own. */
export function productOfSalesPage(file: string): Product | undefined {
  const path = salesPath(file.slice(salesPagesFolder.length + 1).replace(/\.yaml$/, ''));
  return productAtSalesPath(path);
}

/** The product that a page below /products presents; undefined for none. */
export const productAtSalesPath = (path: string): Product | undefined =>
  allProducts().find(({ productKey, pages }) => pages.sales === path && salesPath(productKey) === path);

/** The pages of this edition that were read. */
const pagesRead = perContent(() => new Map<string, SalesPage>());

/** A page of blocks as it is published; null where there is none of this file. @throws {ContentError} */
export function readSalesPage(file: string): SalesPage | null {
  if (!hasContent(file)) return null;
  const cachedPage = pagesRead().get(file);
  if (cachedPage) return cachedPage;
  const page = readYaml(file, salesPageSchema);
  pagesRead().set(file, page);
  return page;
}

/** The page of blocks at /products/SLUG; null where it has none, and is made from the product's own words. */
export const findSalesPage = (productSlug: string): SalesPage | null =>
  readSalesPage(salesPageFile(productSlug));
