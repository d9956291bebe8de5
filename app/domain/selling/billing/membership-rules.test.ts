import { describe, expect, it } from 'vitest';
import { isLive, liveStatuses } from '#app/domain/core/access/live-statuses.ts';
import { isFinal, isNewer } from '#app/domain/selling/billing/membership-rules.ts';
import type { SubscriptionStatus } from '#app/platform/payments/subscription-status.ts';

const all: readonly SubscriptionStatus[] = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
];

describe('statuses', () => {
  it('give what was bought while paid for, in trial, or while a payment is retried', () => {
    expect(all.filter(isLive)).toEqual(liveStatuses);
    expect(all.filter(isLive)).toEqual(['trialing', 'active', 'past_due']);
  });

  it('that are final are never live', () => {
    expect(all.filter(isFinal)).toEqual(['incomplete_expired', 'canceled']);
    expect(all.filter((status) => isFinal(status) && isLive(status))).toEqual([]);
  });
});

describe('isNewer', () => {
  const lastEventAt = new Date('2026-11-01T10:00:00Z');
  const earlier = new Date('2026-11-01T09:59:59Z');
  const later = new Date('2026-11-01T10:00:01Z');
  const active = { status: 'active', lastEventAt } as const;

  it.each(all)('takes the first news there is: %s', (next) => {
    expect(isNewer({ status: 'incomplete', lastEventAt: null }, earlier, next)).toBe(true);
  });

  it.each(all)('takes later news and no earlier: %s', (next) => {
    expect(isNewer(active, later, next)).toBe(true);
    expect(isNewer(active, earlier, next)).toBe(false);
  });

  it.each(all)('hears nothing of an ended subscription: %s', (next) => {
    for (const status of ['canceled', 'incomplete_expired'] as const)
      expect(isNewer({ status, lastEventAt }, later, next)).toBe(false);
  });

  it('goes forward, never back to incomplete, within a second', () => {
    expect(isNewer({ status: 'incomplete', lastEventAt }, lastEventAt, 'active')).toBe(true);
    expect(isNewer(active, lastEventAt, 'canceled')).toBe(true);
    expect(isNewer(active, lastEventAt, 'incomplete')).toBe(false);
    // A renewal within the second of activation has the same status and a later period.
    expect(isNewer(active, lastEventAt, 'active')).toBe(true);
  });
});
