import { expect, it } from 'vitest';
import type { MembershipState } from '#app/domain/selling/billing/membership-state.ts';
import { mayBeOffered, withOffer } from '#app/domain/selling/win-back/win-back-rules.ts';
import { dayMs } from '#app/platform/durations.ts';

const now = new Date('2026-11-21T12:00:00Z');
const days = (count: number) => new Date(now.getTime() + count * dayMs);
const row = { provider: 'stripe', interval: 'month', currentPeriodEnd: days(9), discount: null } as const;
const nextPayment = { at: days(9), amountCents: 4_700, currency: 'usd', interval: 'month' };
const active: MembershipState = { kind: 'active', provider: 'stripe', card: null, nextPayment };

it('is for who pays the full price by the month, once in a year', () => {
  expect(mayBeOffered(row, active, null, now)).toBe(true);
  expect(mayBeOffered(row, active, days(-365), now)).toBe(true);
  const isOver = { ...row, discount: { cents: 100, until: days(9) } };
  expect(mayBeOffered(isOver, active, null, now)).toBe(true);
});

it.each([
  ['who took one within a year', row, active, days(-364)],
  ['who pays less already', { ...row, discount: { cents: 100, until: days(10) } }, active, null],
  ['who pays by the year', { ...row, interval: 'year' }, active, null],
  ['who pays with PayPal', { ...row, provider: 'paypal' as const }, active, null],
  ['who pays nothing yet', row, { ...active, nextPayment: { ...nextPayment, isFirst: true as const } }, null],
  [
    'who is told of a new price',
    row,
    { ...active, nextPayment: { ...nextPayment, coming: { amountCents: 5_700, from: days(40) } } },
    null,
  ],
  ['whose payment is being taken', row, { ...active, nextPayment: { ...nextPayment, at: null } }, null],
  ['who has none', row, { kind: 'none' as const }, null],
])('is not for %s', (_, subscription, state, lastAcceptedAt) => {
  expect(mayBeOffered(subscription, state as MembershipState, lastAcceptedAt, now)).toBe(false);
});

it('takes whole cents off', () => {
  expect(withOffer(4_700, { percentOff: 50, months: 3 })).toBe(2_350);
  expect(withOffer(999, { percentOff: 33, months: 1 })).toBe(669);
});
