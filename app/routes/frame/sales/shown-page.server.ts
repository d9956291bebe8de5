import { baseCurrency, inCurrency, namedCurrency } from '#app/domain/core/catalogue/currencies.ts';
import { guaranteeOf } from '#app/domain/core/catalogue/guarantee.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { salesPath } from '#app/domain/core/catalogue/product-rows.ts';
import {
  allProducts,
  formatMoney,
  isFree,
  isOnSale,
  priceInWords,
} from '#app/domain/core/catalogue/products.ts';
import { unlockedBy } from '#app/domain/learning/courses/unlocked.server.ts';
import type { SalesBlock } from '#app/domain/site/sales-pages/blocks.ts';
import { now } from '#app/platform/clock.server.ts';
import { imagesPath, sizeInName } from '#app/platform/content/image-names.ts';
import { renderOnce } from '#app/platform/content/markdown.server.ts';
import { currencyChoices } from '#app/routes/frame/sales/currency-choices.ts';
import type { ShownPrices } from '#app/routes/frame/sales/price-box.tsx';

/** The prices of the product that a page below /products is about; none for what has pages of its own. */
export function pricesAt(productSlug: string): readonly Product[] {
  const path = `/products/${productSlug}`;
  return allProducts().filter(
    ({ productKey, pages }) => salesPath(productKey) === path && pages.sales === path,
  );
}

/** How a price is said: "$470 a year". */
const priceText = (product: Product) =>
  isFree(product)
    ? 'Free'
    : product.seats
      ? `${formatMoney(product.amountCents, product.currency)} for each seat a ${product.interval}`
      : priceInWords(product);

/** What somebody agrees to who pays a price. */
function termsOf(price: Product): string {
  const { interval, installments, amountCents, currency } = price;
  if (installments !== null)
    return `${formatMoney(installments * amountCents, currency)} in all. You have it from the first payment, and it is yours for good after the last.`;
  if (interval) return `Renews every ${interval} until you cancel.`;
  return isFree(price) ? 'You need an account, but no card.' : 'One payment. We never charge you again.';
}

/**
 * What a product's page says of its prices, in the currency that is chosen where they are sold in it; `product` is the first of them. Without an
 * address to choose at, in the base currency.
 */
export function shownPrices(
  product: Product,
  prices: readonly Product[],
  at: { url: URL; currency: string } | null = null,
): ShownPrices {
  const moment = now();
  const chosenCurrency = at?.currency ?? baseCurrency;
  const onSale = prices.filter((price) => isOnSale(price, moment));
  const shown = onSale.map((price) => inCurrency(price, chosenCurrency) ?? price);
  const currency = shown.some((price) => price.currency === chosenCurrency) ? chosenCurrency : baseCurrency;
  return {
    name: product.name,
    unlocks: unlockedBy(product).map(({ title }) => title),
    guarantee: guaranteeOf(product),
    isEarly: product.saleStartsAt !== null && moment < product.saleStartsAt,
    currencies: at ? currencyChoices(at.url, onSale, currency) : [],
    offers: shown.map((price) => ({
      to: price.pages.checkout,
      slug: price.slug,
      currency: namedCurrency(price),
      seats: price.seats,
      price: priceText(price),
      isFree: isFree(price),
      terms: termsOf(price),
    })),
  };
}

/** The Markdown of a block as HTML. Its headings are told from those of other blocks. */
const htmlIn = (owner: object, markdown: string, id: string) =>
  renderOnce(owner, markdown).html.replace(/<(h[2-6]) id="/g, `<$1 id="${id}-`);

/** A block as its page shows it. */
export type ShownBlock = ReturnType<typeof shownBlock>;

/** A block with its Markdown as HTML, and what the product says of itself. `id` tells it from others on the page. */
export function shownBlock(block: SalesBlock, id: string, { guarantee }: ShownPrices) {
  switch (block.block) {
    case 'text':
      return { ...block, id, html: htmlIn(block, block.text, id) };
    case 'picture':
      return { ...block, id, size: sizeInName(block.image.slice(imagesPath.length)) };
    case 'questions':
      return {
        ...block,
        id,
        items: block.items.map((item, index) => ({
          ...item,
          html: htmlIn(item, item.answer, `${id}-${index}`),
        })),
      };
    case 'guarantee':
      return { ...block, id, sentence: guarantee };
    default:
      return { ...block, id };
  }
}
