import { describe, expect, it } from 'vitest';
import {
  dueNotice,
  isTold,
  openUntil,
  type PaymentsSoFar,
  pastDueSince,
} from '#app/domain/selling/billing/past-due.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * 24 * 3600 * 1000);

describe('a payment that is missing', () => {
  const known: PaymentsSoFar = {
    status: 'past_due',
    lastEventAt: day(9),
    currentPeriodStart: day(4),
    failedAt: [day(8), day(5)],
    paidAt: day(1),
  };

  it('is missing since it failed first after the latest payment', () => {
    expect(pastDueSince(known, true)).toEqual(day(5));
    expect(pastDueSince({ ...known, paidAt: day(5) }, true)).toEqual(day(8));
    expect(pastDueSince({ ...known, paidAt: null }, true)).toEqual(day(5));
  });

  it('is missing since the period began that is unpaid, or since the news, where no failure was told', () => {
    expect(pastDueSince({ ...known, failedAt: [] }, true)).toEqual(day(4));
    expect(pastDueSince({ ...known, failedAt: [], currentPeriodStart: null }, true)).toEqual(day(9));
    expect(pastDueSince({ ...known, failedAt: [], paidAt: day(4) }, true)).toEqual(day(9));
    expect(pastDueSince({ ...known, failedAt: [], paidAt: day(9) }, true)).toBeNull();
    const isPaid = { ...known, failedAt: [], currentPeriodStart: day(20), paidAt: day(10) };
    expect(pastDueSince(isPaid, true)).toBeNull();
    expect(pastDueSince({ ...known, failedAt: [], lastEventAt: null, paidAt: null }, true)).toBeNull();
  });

  it('is none of one that is active, unless its provider says of none that it is past due', () => {
    expect(pastDueSince({ ...known, status: 'active' }, true)).toBeNull();
    expect(pastDueSince({ ...known, status: 'active' }, false)).toEqual(day(5));
    expect(pastDueSince({ ...known, status: 'active', failedAt: [] }, false)).toBeNull();
    for (const status of ['canceled', 'paused', 'trialing', 'incomplete'])
      expect(pastDueSince({ ...known, status }, false), status).toBeNull();
  });
});

describe('the days after it', () => {
  it('are told on the first, the fourth, the eighth and the thirteenth, and end after fourteen', () => {
    const told = Array.from({ length: 15 }, (_, number) => dueNotice(day(0), day(number)));
    expect(told).toEqual([0, 0, 0, 3, 3, 3, 3, 7, 7, 7, 7, 7, 12, 12, null]);
    expect(openUntil(day(0))).toEqual(day(14));
  });

  it('begin with the first where the provider’s clock is ahead', () => {
    expect(dueNotice(day(5), day(1))).toBe(0);
  });

  it('is told once a day that it is told, also where other news move its beginning; another one is told again', () => {
    const told = { missingToldSince: day(30), missingToldDay: 3, paidAt: day(1) };
    const hourLater = new Date(day(30).getTime() + 3600_000);
    expect(isTold(told, day(30), 3)).toBe(true);
    expect(isTold(told, hourLater, 0)).toBe(true);
    expect(isTold(told, hourLater, 7)).toBe(false);
    expect(isTold(told, day(60), 0)).toBe(false);
    expect(isTold({ ...told, paidAt: day(31) }, day(33), 0)).toBe(false);
    // What failed and was paid in the same second is paid: what is missing later is another one.
    expect(isTold({ ...told, paidAt: told.missingToldSince }, hourLater, 0)).toBe(false);
    expect(isTold(told, day(43), 0)).toBe(true);
    expect(isTold(told, day(44), 0)).toBe(false);
    for (const paidAt of [told.paidAt, null])
      expect(isTold({ missingToldSince: null, missingToldDay: null, paidAt }, day(30), 0)).toBe(false);
  });
});
