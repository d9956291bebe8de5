import { describe, expect, it } from 'vitest';
import { exampleYears, firstYear, paymentsToEarnFee } from '#app/domain/core/catalogue/programme.ts';

describe("a partner's first year", () => {
  it('is the share of the payments, less the fee and twelve months of membership', () => {
    expect(firstYear(60, 100, 99_700)).toEqual({ shareCents: 282_000, leftCents: 125_900 });
    expect(firstYear(60, 50)).toEqual({ shareCents: 141_000, leftCents: 84_600 });
    expect(firstYear(0, 100, 99_700).leftCents).toBe(-156_100);
  });

  it('is better as a reseller from the payment on that makes up for the fee', () => {
    const least = paymentsToEarnFee(50);
    expect(least).toBe(43);
    const lead = (payments: number) =>
      firstYear(payments, 100, 99_700).leftCents - firstYear(payments, 50).leftCents;
    expect(lead(least)).toBeGreaterThanOrEqual(0);
    expect(lead(least - 1)).toBeLessThan(0);
  });

  it('has an example on either side of that payment', () => {
    const { few, many } = exampleYears;
    expect(few.members * few.months).toBeLessThan(paymentsToEarnFee(50));
    expect(many.members * many.months).toBeGreaterThan(paymentsToEarnFee(50));
    // The slow year is said to end in a loss either way.
    expect(firstYear(few.members * few.months, 50).leftCents).toBeLessThan(0);
  });
});
