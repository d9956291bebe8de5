import { baseCurrency, inCurrency } from '#app/domain/core/catalogue/currencies.ts';
import { offeredGifts } from '#app/domain/core/catalogue/gift-products.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { giftProducts, isOnSale } from '#app/domain/core/catalogue/products.ts';
import { now } from '#app/platform/clock.server.ts';

const onSale = (): readonly Product[] => {
  const at = now();
  return giftProducts().filter((product) => isOnSale(product, at));
};

/** The gifts that can be bought now in a currency, the shortest first; none where no membership is on sale in it. */
export const findOffers = (currency: string = baseCurrency): readonly Product[] =>
  offeredGifts(onSale().flatMap((product) => inCurrency(product, currency) ?? []));

/** The gifts that somebody is shown who has chosen a currency: in the base currency where none is sold in it. */
export function findShownOffers(chosenCurrency: string): {
  offers: readonly Product[];
  currency: string;
  /** In whatever currency, to choose from. */
  onSale: readonly Product[];
} {
  const offers = findOffers(chosenCurrency);
  return offers.length > 0
    ? { offers, currency: chosenCurrency, onSale: onSale() }
    : { offers: findOffers(), currency: baseCurrency, onSale: onSale() };
}
