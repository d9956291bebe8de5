import { describe, expect, it } from 'vitest';
import { isSwitching, type PaidPeriod, whyNoSwitch } from '#app/domain/selling/billing/interval-rules.ts';
import { type MembershipRow, stateOf } from '#app/domain/selling/billing/membership-state.ts';

const now = new Date('2026-11-21T12:00:00Z');
const hours = (count: number) => new Date(now.getTime() + count * 3600 * 1000);
const end = hours(20 * 24);

const row: MembershipRow = {
  provider: 'stripe',
  status: 'active',
  amount: 4_700,
  currency: 'usd',
  interval: 'month',
  createdAt: hours(-240),
  subscribedAt: hours(-240),
  currentPeriodEnd: end,
  cancelAtPeriodEnd: false,
  canceledAt: null,
  requestedChange: null,
  isPaid: true,
  isDisputed: false,
  pastDueSince: null,
  isRefunded: false,
  heldReason: null,
};

const whyNot = (periodEnd: Date | null, more: Partial<PaidPeriod> = {}) =>
  whyNoSwitch(row, stateOf(row, now), {
    isAdopted: false,
    payment: {
      discountCents: 0,
      amountRefundedCents: 0,
      chargedBackCents: 0,
      disputedCents: 0,
      hasFailedRefund: false,
      periodStart: now,
      periodEnd,
    },
    isRefundAsked: false,
    ...more,
  });

describe('a month may be credited', () => {
  it('where the latest payment is for it, an hour or two apart', () => {
    expect(whyNot(end)).toBeNull();
    expect(whyNot(new Date(end.getTime() - 2 * 3600 * 1000))).toBeNull();
    const unpaidText = 'This month’s payment is still being taken. Try again in a few hours.';
    expect(whyNot(hours(-1))).toBe(unpaidText);
    expect(whyNot(null)).toBe(unpaidText);
  });

  it('not once more where the year is paid and the subscription’s change not told yet', () => {
    expect(whyNot(hours(365 * 24))).toContain('Your switch to yearly payment is being confirmed');
  });

  it('where nothing was paid here only if it was taken over', () => {
    expect(whyNot(null, { payment: null, isAdopted: true })).toBeNull();
    expect(whyNot(null, { payment: null })).toContain('not paid the full price');
  });
});

it('a switch is waited for during a day', () => {
  expect(isSwitching(null, now)).toBe(false);
  expect(isSwitching(hours(-23), now)).toBe(true);
  expect(isSwitching(hours(-25), now)).toBe(false);
});
