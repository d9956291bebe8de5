import { describe, expect, it } from 'vitest';
import {
  currenciesOf,
  inCurrency,
  isSoldInCurrencies,
  pageInCurrency,
} from '#app/domain/core/catalogue/currencies.ts';
import { giftProductsOf } from '#app/domain/core/catalogue/gift-products.ts';
import { formatMoney, lookupKeyOf, readLookupKey, withSeats } from '#app/domain/core/catalogue/products.ts';
import { ebook, membership, resellerPro } from '#app/domain/core/catalogue/specified-products.ts';

const sold = { ...membership, amounts: [{ currency: 'eur', amountCents: 4_500, planId: 'P-EUR' }] };

describe('a product in a further currency', () => {
  it('costs what its owner has typed, and has a price and a plan of its own at the providers', () => {
    const euros = inCurrency(sold, 'eur');
    expect(euros).toMatchObject({ key: 'membership', amountCents: 4_500, currency: 'eur', planId: 'P-EUR' });
    // A setting holds the id of the plan in dollars.
    expect(euros?.planSetting).toBeNull();
    expect(euros?.pages.checkout).toBe('/checkout?currency=eur');
    expect(euros && lookupKeyOf(euros)).toBe('membership_eur_4500_month');
    expect(readLookupKey('membership_eur_4500_month')).toMatchObject({ amountCents: 4_500, currency: 'eur' });
    expect(formatMoney(4_500, 'eur')).toBe('€45');
  });

  it('is itself in its own currency, and nothing in one that it is not sold in', () => {
    expect(inCurrency(sold, 'usd')).toBe(sold);
    expect(inCurrency(sold, 'gbp')).toBeUndefined();
    expect(currenciesOf(sold)).toEqual(['usd', 'eur']);
  });

  it('leads who paid in it back to its pages in it, as long as it is sold in it', () => {
    expect(pageInCurrency(sold, 'checkout', 'eur')).toBe('/checkout?currency=eur');
    expect(pageInCurrency(sold, 'checkout', 'usd')).toBe(sold.pages.checkout);
    expect(pageInCurrency(sold, 'sales', 'gbp')).toBe(sold.pages.sales);
  });

  it('is counted by the seat at the amount of its currency', () => {
    const euros = inCurrency({ ...sold, seats: { min: 2, max: 9 } }, 'eur');
    expect(euros && withSeats(euros, 3)).toMatchObject({ amountCents: 13_500, currency: 'eur' });
  });

  it('is given for as many months of its price in each currency', () => {
    const gifts = giftProductsOf([sold]);
    expect(gifts.map((gift) => inCurrency(gift, 'eur')?.amountCents)).toEqual([
      4_500, 13_500, 27_000, 54_000,
    ]);
    expect(gifts.every((gift) => currenciesOf(gift).length === 2)).toBe(true);
  });

  it('is typed for no gift, for nothing free, and for nothing that pages of its own sell', () => {
    for (const gift of giftProductsOf([sold])) expect(isSoldInCurrencies(gift)).toBe(false);
    expect(isSoldInCurrencies({ ...ebook, amountCents: 0 })).toBe(false);
    expect(isSoldInCurrencies(resellerPro)).toBe(false);
    expect(isSoldInCurrencies(ebook)).toBe(true);
  });
});
