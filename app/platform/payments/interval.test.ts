import { describe, expect, it } from 'vitest';
import { intervalParts, periodAfter } from '#app/platform/payments/interval.ts';

const at = (day: string) => new Date(`${day}T10:00:00Z`);

describe('intervalParts', () => {
  it.each([
    ['month', 1, 'month'],
    ['year', 1, 'year'],
    ['3 month', 3, 'month'],
    ['2 weeks', 2, 'week'],
    ['30 day', 30, 'day'],
  ])('reads %s', (interval, count, unit) => {
    expect(intervalParts(interval)).toEqual({ count, unit });
  });
});

describe('periodAfter', () => {
  it.each([
    ['2026-01-31', 'month', '2026-02-28'],
    ['2026-01-10', 'year', '2027-01-10'],
    ['2028-02-29', 'year', '2029-02-28'],
    ['2026-11-30', '3 month', '2027-02-28'],
    ['2026-01-10', '2 year', '2028-01-10'],
    ['2026-01-10', 'week', '2026-01-17'],
    ['2026-01-10', '30 day', '2026-02-09'],
  ])('ends what starts on %s and lasts a %s on %s', (start, interval, end) => {
    expect(periodAfter(at(start), interval)).toEqual(at(end));
  });

  it('goes back to the day of the month it is counted from', () => {
    expect(periodAfter(at('2029-02-28'), 'year', at('2028-02-29'), 3)).toEqual(at('2032-02-29'));
    expect(periodAfter(at('2027-02-28'), 'month', at('2027-01-31'))).toEqual(at('2027-03-31'));
  });
});
