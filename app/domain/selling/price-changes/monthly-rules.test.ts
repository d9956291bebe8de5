import { expect, it } from 'vitest';
import { type MembershipState, stateOf } from '#app/domain/selling/billing/membership-state.ts';
import { whyNoMonthly } from '#app/domain/selling/price-changes/monthly-rules.ts';

const now = new Date('2026-11-28T12:00:00Z');
const at = new Date('2027-11-01T12:00:00Z');
const yearly = { provider: 'stripe', interval: 'year' } as const;

const active = (more: object = {}): MembershipState => ({
  kind: 'active',
  provider: 'stripe',
  card: null,
  nextPayment: { at, amountCents: 47_000, currency: 'usd', interval: 'year', ...more },
});

it('a year that is paid can be followed by months', () => {
  expect(whyNoMonthly(yearly, active(), null, now)).toBeNull();
});

it.each([
  ['by the month', { ...yearly, interval: 'month' }, active(), null, 'by the month already'],
  ['by three months', { ...yearly, interval: '3 month' }, active(), null, 'not paid by the year'],
  ['with PayPal', { ...yearly, provider: 'paypal' }, active(), null, 'PayPal cannot change'],
  ['while the year is being confirmed', yearly, active(), now, 'being confirmed'],
  ['while it costs nothing', yearly, active({ isFirst: true }), null, 'costs nothing yet'],
  ['while the next year is collected', yearly, active({ at: null }), null, 'being collected'],
  [
    'when it is to end',
    yearly,
    { kind: 'running_out', provider: 'stripe', until: at, canKeep: true },
    null,
    'set to end',
  ],
  ['without one', yearly, stateOf(undefined, now), null, ''],
] as const)('not %s', (_, row, state, switchingSince, text) => {
  expect(whyNoMonthly(row, state, switchingSince, now)).toContain(text);
});
