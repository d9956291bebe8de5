import { describe, expect, it } from 'vitest';
import { centsOf } from '#app/platform/payments/decimal-cents.ts';

describe('centsOf', () => {
  it.each([
    ['47.00', 4_700],
    ['47', 4_700],
    ['10.0', 1_000],
    ['14.55', 1_455],
    ['1.10', 110],
    ['822.0100', 82_201],
    ['-0.01', -1],
    ['-0.00', 0],
    ['999999999.99', 99_999_999_999],
  ])('reads %s', (text, cents) => {
    expect(centsOf(text)).toBe(cents);
  });

  it.each(['', '.5', '1.', '1,00', '1e3', '0.001', '--1', ' 1.00', '+1', 'NaN', '１.00'])(
    'refuses %j',
    (text) => {
      expect(() => centsOf(text)).toThrow(RangeError);
    },
  );
});
