import { describe, expect, it } from 'vitest';
import { differenceIn } from '#app/domain/core/catalogue/difference.ts';

const offered = { cents: 4_700, currency: 'usd', interval: 'month' };

describe('what differs between what was offered and what was taken', () => {
  it('is nothing where amount, currency and interval are the same, or one has no interval', () => {
    expect(differenceIn(offered, { ...offered })).toBeNull();
    expect(differenceIn(offered, { ...offered, interval: null })).toBeNull();
    expect(differenceIn({ ...offered, interval: null }, offered)).toBeNull();
  });

  it.each([
    ['the amount', { cents: 4_750 }, '47.50 USD a month'],
    ['the currency', { currency: 'eur' }, '47.00 EUR a month'],
    ['the interval', { interval: 'year' }, '47.00 USD a year'],
    ['the amount, paid once', { cents: 100, interval: null }, '1.00 USD'],
  ])('is told in words where it is %s', (_, change, words) => {
    expect(differenceIn(offered, { ...offered, ...change })).toBe(
      `offered 47.00 USD a month, taken ${words}`,
    );
  });
});
