import { describe, expect, it } from 'vitest';
import {
  ebook,
  ebookListCents,
  formatMoney,
  membership,
  membershipPriceText,
  percentOff,
} from '#app/domain/catalogue/products.ts';

describe('formatMoney', () => {
  it.each([
    [4_700, '$47'],
    [2_350, '$23.50'],
    [1, '$0.01'],
    [0, '$0'],
    [99_700, '$997'],
    [123_456_700, '$1,234,567'],
    [-4_700, '-$47'],
    [-705, '-$7.05'],
  ])('writes %i cents as %s', (cents, text) => {
    expect(formatMoney(cents)).toBe(text);
  });

  it('names another currency, however it is spelled', () => {
    expect(formatMoney(4_700, 'eur')).toBe('€47');
    expect(formatMoney(4_750, 'GBP')).toBe('£47.50');
  });
});

describe('the membership', () => {
  it('costs 47 dollars a month', () => {
    expect(membership).toMatchObject({ amountCents: 4_700, currency: 'usd', interval: 'month' });
    expect(membershipPriceText()).toBe('$47');
  });
});

describe('the ebook', () => {
  it('costs 7 dollars, 97 percent off its list price', () => {
    expect(formatMoney(ebook.amountCents)).toBe('$7');
    expect(percentOff(ebook.amountCents, ebookListCents)).toBe(97);
  });

  it.each([
    [100, 100, 0],
    [50, 100, 50],
    [1, 3, 66],
    [0, 100, 100],
  ])('%i instead of %i cents is %i percent off', (amount, list, percent) => {
    expect(percentOff(amount, list)).toBe(percent);
  });
});
