import { describe, expect, it } from 'vitest';
import { monthAfter } from '#app/platform/payments/month-after.ts';

const seconds = (day: string) => Date.parse(`${day}T10:00:00Z`) / 1000;
const dayOf = (time: number) => new Date(time * 1000).toISOString().slice(0, 10);

describe('monthAfter', () => {
  it('keeps the day of the month', () => {
    expect(dayOf(monthAfter(seconds('2026-11-21')))).toBe('2026-12-21');
    expect(dayOf(monthAfter(seconds('2026-12-21')))).toBe('2027-01-21');
  });

  it('takes the last day of a shorter month, and the old day again after it', () => {
    const anchor = seconds('2027-01-31');
    expect(dayOf(monthAfter(anchor))).toBe('2027-02-28');
    expect(dayOf(monthAfter(seconds('2027-02-28'), anchor))).toBe('2027-03-31');
    expect(dayOf(monthAfter(seconds('2028-01-31')))).toBe('2028-02-29');
  });
});
