import { describe, expect, it } from 'vitest';
import { findAdjustments, kindByReason } from '#app/domain/selling/billing/payment-kind.ts';

const day = (month: number, date: number) => new Date(Date.UTC(2026, month - 1, date));

describe('kindByReason', () => {
  it.each([
    ['subscription_create', 'period'],
    ['subscription_cycle', 'period'],
    [null, 'period'],
    ['subscription_update', 'adjustment'],
    ['subscription_threshold', 'adjustment'],
    ['manual', 'adjustment'],
  ] as const)('of %s is %s', (reason, kind) => {
    expect(kindByReason(reason)).toBe(kind);
  });
});

describe('findAdjustments', () => {
  const payment = (id: string, periodStart: Date | null, periodEnd: Date | null) => ({
    id,
    periodStart,
    periodEnd,
  });
  const january = payment('january', day(1, 5), day(2, 5));
  const february = payment('february', day(2, 5), day(3, 5));
  const find = (payments: Parameters<typeof findAdjustments>[0], interval = 'month') => [
    ...findAdjustments(payments, interval),
  ];

  it('finds what was taken within a period and moves its end no further, in any order', () => {
    const difference = payment('difference', day(1, 20), day(2, 5));
    const late = payment('late', day(2, 3), day(2, 5));
    expect(find([january, difference, late, february])).toEqual(['difference', 'late']);
    expect(find([late, february, difference, january])).toEqual(['difference', 'late']);
  });

  it('leaves renewals alone, also one after a payment that came late', () => {
    expect(find([january, february])).toEqual([]);
    expect(find([payment('late', day(1, 25), day(2, 5)), february])).toEqual([]);
  });

  it('leaves periods alone whose end was asked for only after the next had begun', () => {
    expect(find([payment('told late', day(1, 5), day(3, 5)), february])).toEqual([]);
  });

  it('goes by the interval', () => {
    const year = payment('year', day(1, 5), new Date(Date.UTC(2027, 0, 5)));
    const difference = payment('difference', day(9, 1), new Date(Date.UTC(2027, 0, 5)));
    expect(find([difference, year], 'year')).toEqual(['difference']);
    const quarter = payment('quarter', day(1, 5), day(4, 5));
    expect(find([quarter, payment('difference', day(3, 20), day(4, 5))], '3 month')).toEqual(['difference']);
  });

  it('says nothing of payments without dates', () => {
    expect(find([january, payment('bare', null, day(2, 5)), payment('open', day(1, 9), null)])).toEqual([]);
  });
});
