import { describe, expect, it } from 'vitest';
import { priceAmountsSchema } from '#app/domain/operating/products/product-forms.ts';

const read = (eur: string) =>
  priceAmountsSchema.safeParse({ price: 'membership', eur, reason: 'For members in Europe' });

describe('an amount in a further currency', () => {
  it.each([
    ['45', 4_500],
    ['45.50', 4_550],
    ['€45', 4_500],
    ['45 EUR', 4_500],
    ['', null],
    [' ', null],
  ])('%j is %s cents', (typed, cents) => {
    expect(read(typed).data?.eur).toBe(cents);
  });

  it.each([
    ['0', 'Please enter a price between 1 and 10,000 EUR'],
    ['10001', 'Please enter a price between 1 and 10,000 EUR'],
    ['45.505', 'Please enter an amount in EUR, such as 45 or 45.50'],
    ['45,50', 'Please enter an amount in EUR, such as 45 or 45.50'],
    ['£45', 'Please enter an amount in EUR, such as 45 or 45.50'],
    ['free', 'Please enter an amount in EUR, such as 45 or 45.50'],
  ])('%j is refused', (typed, message) => {
    expect(read(typed).error?.issues[0]).toMatchObject({ path: ['eur'], message });
  });
});
