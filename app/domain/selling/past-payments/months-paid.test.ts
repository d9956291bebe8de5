import { expect, it } from 'vitest';
import { monthsPaidFor } from '#app/domain/selling/past-payments/months-paid.ts';

const from = (start: string, end: string) => ({ periodStart: new Date(start), periodEnd: new Date(end) });
const unsaid = { periodStart: null, periodEnd: null };

it('counts the months of a period, whatever it is called', () => {
  expect(monthsPaidFor(from('2026-02-01', '2026-03-01'), 'month')).toBe(1);
  expect(monthsPaidFor(from('2026-01-01', '2026-04-01'), 'month')).toBe(3);
  expect(monthsPaidFor(from('2024-01-01', '2025-01-01'), 'month')).toBe(12);
  expect(monthsPaidFor(from('2026-01-01', '2026-01-08'), 'week')).toBe(1);
});

it('goes by the interval where the provider names no period, and counts no difference of price', () => {
  expect(monthsPaidFor(unsaid, 'month')).toBe(1);
  expect(monthsPaidFor(unsaid, '3 month')).toBe(3);
  expect(monthsPaidFor(unsaid, 'year')).toBe(12);
  expect(monthsPaidFor(unsaid, 'week')).toBe(1);
  expect(monthsPaidFor({ ...from('2026-01-01', '2026-02-01'), paysFor: 'adjustment' }, 'month')).toBe(0);
});
