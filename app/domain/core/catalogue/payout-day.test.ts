import { expect, it } from 'vitest';
import { nextPayoutDay } from '#app/domain/core/catalogue/payout-day.ts';

it.each([
  ['2026-11-14T23:59:59Z', '2026-11-15'],
  ['2026-11-15T00:00:00Z', '2026-12-15'],
  ['2026-12-31T12:00:00Z', '2027-01-15'],
])('the payout day after %s is %s', (today, next) => {
  expect(nextPayoutDay(new Date(today), 15).toISOString()).toBe(`${next}T00:00:00.000Z`);
});
