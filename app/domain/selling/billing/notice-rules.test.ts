import { describe, expect, it } from 'vitest';
import { freeUntil, noticeDue, type Renewal } from '#app/domain/selling/billing/notice-rules.ts';

const on = (day: string) => new Date(`${day}T10:00:00Z`);

const monthly: Renewal = {
  interval: 'month',
  amount: 4_700,
  toldCents: 4_700,
  startedAt: on('2026-01-31'),
  currentPeriodEnd: on('2026-04-30'),
  freeIntervals: 0,
  hasPaid: true,
  installments: null,
  installmentsTaken: 0,
};

describe('a renewal', () => {
  it('that is as it was told is announced by no mail', () => {
    expect(noticeDue(monthly, on('2026-04-29'))).toBeNull();
    expect(noticeDue({ ...monthly, toldCents: null }, on('2026-04-29'))).toBeNull();
  });

  it('of another price is announced as soon as it is the next', () => {
    const dearer = { ...monthly, amount: 5_700 };
    expect(noticeDue(dearer, on('2026-04-01'))).toBe('price_changed');
    expect(noticeDue(dearer, on('2026-03-30'))).toBeNull();
    expect(noticeDue(dearer, on('2026-04-30'))).toBeNull();
  });

  it('by the year is announced thirty days before', () => {
    const yearly = { ...monthly, interval: 'year' };
    expect(noticeDue(yearly, on('2026-03-30'))).toBeNull();
    expect(noticeDue(yearly, on('2026-03-31'))).toBe('yearly');
  });

  it('that takes the first money after free months is announced seven days before, and none of the free ones', () => {
    const free = { ...monthly, freeIntervals: 3, hasPaid: false };
    expect(noticeDue(free, on('2026-04-22'))).toBeNull();
    expect(noticeDue(free, on('2026-04-23'))).toBe('free_months_end');
    expect(noticeDue({ ...free, currentPeriodEnd: on('2026-03-31') }, on('2026-03-30'))).toBeNull();
    expect(noticeDue({ ...free, hasPaid: true }, on('2026-04-29'))).toBeNull();
    expect(noticeDue({ ...free, startedAt: null }, on('2026-04-29'))).toBeNull();
    // A provider may end the last of them up to a day before.
    const end = freeUntil(free) as Date;
    const dayBefore = new Date(end.getTime() - 24 * 3600 * 1000);
    expect(noticeDue({ ...free, currentPeriodEnd: dayBefore }, on('2026-04-27'))).toBe('free_months_end');
    expect(freeUntil({ ...free, freeIntervals: 0 })).toBeNull();
  });
});

describe('a payment of installments', () => {
  const second = { ...monthly, installments: 3, installmentsTaken: 1 };
  const daysBefore = (days: number) => new Date(monthly.currentPeriodEnd.getTime() - days * 86_400_000);

  it('is told a week before it is taken', () => {
    expect(noticeDue(second, daysBefore(7.1))).toBeNull();
    expect(noticeDue(second, daysBefore(7))).toBe('installment');
    expect(noticeDue({ ...second, toldCents: null }, daysBefore(1))).toBe('installment');
    expect(noticeDue(second, daysBefore(0))).toBeNull();
  });

  it('is not told once all were taken', () => {
    expect(noticeDue({ ...second, installmentsTaken: 3 }, daysBefore(2))).toBeNull();
  });
});
