import { describe, expect, it } from 'vitest';
import { type MembershipRow, stateOf } from '#app/domain/selling/billing/membership-state.ts';
import {
  nextPauseAt,
  type PauseMonths,
  pauseMonths,
  pauseOfMonths,
  whyNoPause,
} from '#app/domain/selling/pausing/pause-rules.ts';
import { dayMs } from '#app/platform/durations.ts';
import { periodAfter } from '#app/platform/payments/interval.ts';

const now = new Date('2026-11-21T12:00:00Z');
const days = (count: number) => new Date(now.getTime() + count * dayMs);

const row: MembershipRow & { lastPauseAt: Date | null } = {
  provider: 'stripe',
  status: 'active',
  amount: 4_700,
  currency: 'usd',
  interval: 'month',
  createdAt: days(-50),
  subscribedAt: days(-50),
  currentPeriodEnd: days(20),
  cancelAtPeriodEnd: false,
  canceledAt: null,
  requestedChange: null,
  isPaid: true,
  isDisputed: false,
  pastDueSince: null,
  isRefunded: false,
  heldReason: null,
  lastPauseAt: null,
};

type Paid = Parameters<typeof whyNoPause>[2];
const paid: Paid = {
  isAdopted: false,
  payment: {
    discountCents: 0,
    amountRefundedCents: 0,
    chargedBackCents: 0,
    disputedCents: 0,
    hasFailedRefund: false,
    periodStart: days(-10),
    periodEnd: days(20),
  },
  isRefundAsked: false,
  switchingSince: null,
};

const whyNot = (change: Partial<typeof row> = {}, paidChange: Partial<Paid> = {}) => {
  const changed = { ...row, ...change };
  return whyNoPause(changed, stateOf(changed, now), { ...paid, ...paidChange }, now);
};

describe('who can pause', () => {
  it('is who pays by the month, at a provider that can, and has paid for this month', () => {
    expect(whyNot()).toBeNull();
    expect(whyNot({}, { payment: null, isAdopted: true })).toBeNull();
  });

  it.each([
    ['by the year', { interval: 'year' }, {}, 'a year that is paid cannot be paused'],
    ['by three months', { interval: '3 month' }, {}, 'not paid by the month'],
    ['with PayPal', { provider: 'paypal' }, {}, 'paid with PayPal cannot be paused here'],
    ['nothing yet', { freeUntil: days(10) }, {}, 'costs nothing yet'],
    ['while it is set to end', { cancelAtPeriodEnd: true }, {}, 'set to end'],
    ['while it is being canceled', { requestedChange: 'cancel' }, {}, 'set to end'],
    ['while a payment is missing', { pastDueSince: days(-1) }, {}, 'did not go through'],
    ['while a payment is in dispute', { isDisputed: true }, {}, 'in dispute'],
    ['while it is on hold', { status: 'unpaid' }, {}, 'on hold'],
    ['while a payment is being taken', { currentPeriodEnd: days(-1) }, {}, 'still being taken'],
    ['while this month is not paid', { currentPeriodEnd: days(50) }, {}, 'still being taken'],
    ['while the money is asked for', {}, { isRefundAsked: true }, 'asked for your money back'],
    ['while a switch is under way', {}, { switchingSince: days(-0.1) }, 'switch to yearly payment'],
    ['a second time in a year', { lastPauseAt: days(-364) }, {}, 'once in 12 months'],
    [
      'while it is paused',
      { status: 'paused', pausedFrom: days(-3), pausedUntil: days(27) },
      {},
      'paused already',
    ],
    ['while it is to be paused', { pausedFrom: days(20), pausedUntil: days(50) }, {}, 'paused already'],
    ['who has none any more', { status: 'canceled' }, {}, ''],
  ] satisfies [string, Partial<typeof row>, Partial<Paid>, string][])(
    'not %s',
    (_, change, paidChange, text) => {
      const reason = whyNot(change, paidChange);
      if (text === '') expect(reason).toBe('');
      else expect(reason).toContain(text);
    },
  );

  it('can again a year after the latest pause began', () => {
    expect(nextPauseAt(days(-364), now)).toEqual(days(1));
    expect(nextPauseAt(days(-366), now)).toBeNull();
    expect(nextPauseAt(null, now)).toBeNull();
  });
});

describe('how a paused membership is told', () => {
  const pause = { pausedFrom: days(20), pausedUntil: days(50) };

  it('is open until the pause begins, also where no news of that has come', () => {
    expect(stateOf({ ...row, ...pause }, now)).toMatchObject({
      kind: 'pausing',
      from: days(20),
      until: days(50),
    });
    expect(stateOf({ ...row, ...pause }, days(21))).toMatchObject({ kind: 'paused', until: days(50) });
    const paused = { ...row, ...pause, status: 'paused' } as const;
    expect(stateOf(paused, now)).toMatchObject({
      kind: 'paused',
      nextPayment: { at: days(50), amountCents: 4_700, currency: 'usd', interval: 'month' },
    });
  });

  it('is on hold where its provider has paused it, and not the site', () => {
    expect(stateOf({ ...row, status: 'paused' }, now)).toMatchObject({ kind: 'stopped' });
  });

  it('is set to end where it is canceled before the pause begins, and ends at once in it', () => {
    expect(stateOf({ ...row, ...pause, cancelAtPeriodEnd: true }, now)).toMatchObject({
      kind: 'running_out',
    });
    const canceled = { ...row, ...pause, status: 'paused', requestedChange: 'cancel' } as const;
    expect(stateOf(canceled, now)).toMatchObject({ kind: 'canceling', until: null });
  });
});

describe('when a pause is over', () => {
  it.each([
    ['2026-01-01', '2026-02-01', 1, '2026-03-01'],
    ['2026-01-31', '2026-02-28', 1, '2026-03-31'],
    ['2026-02-28', '2026-03-31', 1, '2026-04-30'],
    ['2026-03-30', '2026-04-30', 3, '2026-07-30'],
  ] as [string, string, PauseMonths, string][])(
    'of a month from %s to %s, after %i more: %s',
    (start, end, months, until) => {
      expect(pauseOfMonths(new Date(start), new Date(end), months)).toEqual({
        from: new Date(end),
        until: new Date(until),
      });
    },
  );

  it('is on the day on which the subscription renews, whatever day it was begun on', () => {
    for (let day = 0; day < 366; day += 1) {
      const begun = new Date(Date.UTC(2027, 0, 1 + day));
      for (let period = 0; period < 12; period += 1) {
        const start = periodAfter(begun, 'month', begun, period);
        const end = periodAfter(begun, 'month', begun, period + 1);
        for (const months of pauseMonths)
          expect(pauseOfMonths(start, end, months).until).toEqual(
            periodAfter(begun, 'month', begun, period + 1 + months),
          );
      }
    }
  });
});
