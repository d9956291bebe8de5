import { describe, expect, it } from 'vitest';
import { earliestMoveDay, moveDue } from '#app/domain/selling/price-changes/move-rules.ts';

const now = new Date('2026-11-28T12:00:00Z');
const days = (count: number) => new Date(now.getTime() + count * 864e5);

it('a price can be taken at a midnight that is 30 whole days away', () => {
  expect(earliestMoveDay(now)).toEqual(new Date('2026-12-29T00:00:00Z'));
  expect(earliestMoveDay(new Date('2026-11-28T00:00:00Z'))).toEqual(new Date('2026-12-28T00:00:00Z'));
});

describe('a subscription whose member was told', () => {
  const subscription = {
    status: 'active',
    product: 'membership',
    cancelAtPeriodEnd: false,
    requestedChange: null,
    suspendedAt: null,
    nextPrice: null,
    currentPeriodEnd: days(2),
  };
  const move = { priceKey: 'membership', takesEffectAt: days(-1), notifiedAt: days(-31) };
  const due = (more: Partial<Parameters<typeof moveDue>[0]> = {}, of: Partial<typeof move> = {}) =>
    moveDue({ ...subscription, ...more }, { ...move, ...of }, now);

  it('is moved in the last days before its renewal', () => {
    expect(due()).toBe('move');
    expect(due({ status: 'trialing' })).toBe('move');
  });

  it.each([
    ['whose renewal is far', { currentPeriodEnd: days(4) }, {}],
    ['whose period is over', { currentPeriodEnd: days(-0.1) }, {}],
    ['that renews before the day', {}, { takesEffectAt: days(2.1) }],
    ['that was told less than 30 days before', {}, { notifiedAt: days(-27.9) }],
    ['whose payment is missing', { status: 'past_due' }, {}],
    ['that is paused', { status: 'paused' }, {}],
    ['whose account is deactivated', { suspendedAt: days(-1), cancelAtPeriodEnd: true }, {}],
  ])('waits, as one %s', (_, more, of) => {
    expect(due(more, of)).toBe('wait');
  });

  it.each([
    ['Ended', { status: 'canceled' }],
    ['Ended', { status: 'canceled', suspendedAt: days(-1) }],
    ['Switched to another price', { product: 'membership_yearly' }],
  ])('is left out: %s', (leaveOut, more) => {
    expect(due(more)).toEqual({ leaveOut });
  });

  it.each([
    ['canceled', { cancelAtPeriodEnd: true }],
    ['about to be canceled', { requestedChange: 'cancel' }],
    ['to switch to another price', { nextPrice: 'membership_usd_4700_month' }],
  ])('can still be kept until its renewal where it is %s', (_, more) => {
    expect(due(more)).toBe('wait');
  });
});
