import { describe, expect, it } from 'vitest';
import {
  accessEndsAt,
  canBeKept,
  chooseSubscription,
  hasPaidPeriod,
  isCancelable,
  isChargedBack,
  isInDispute,
  type MembershipRow,
  stateOf,
  withGifts,
} from '#app/domain/selling/billing/membership-state.ts';

const now = new Date('2026-11-21T10:00:00Z');
const periodEnd = new Date('2026-12-15T10:00:00Z');

const daysAgo = (days: number) => new Date(now.getTime() - days * 864e5);

const row = (fields: Partial<MembershipRow> = {}): MembershipRow => ({
  provider: 'stripe',
  status: 'active',
  amount: 4_700,
  interval: 'month',
  currency: 'usd',
  createdAt: new Date('2026-11-15T10:00:00Z'),
  subscribedAt: new Date('2026-11-15T10:00:00Z'),
  currentPeriodEnd: periodEnd,
  cancelAtPeriodEnd: false,
  canceledAt: null,
  requestedChange: null,
  isPaid: true,
  isDisputed: false,
  isRefunded: false,
  pastDueSince: null,
  heldReason: null,
  ...fields,
});

describe('chooseSubscription', () => {
  const ended = row({ status: 'canceled', createdAt: new Date('2026-11-20T10:00:00Z') });
  const begun = row({
    status: 'incomplete',
    subscribedAt: null,
    createdAt: new Date('2026-11-21T09:00:00Z'),
  });
  const stopped = row({ status: 'paused', createdAt: new Date('2026-01-01T10:00:00Z') });
  const live = row({ createdAt: new Date('2025-01-01T10:00:00Z') });

  it('takes the live one before all, then one on hold, then one just begun, then the latest that ended', () => {
    const order = [live, stopped, begun, ended];
    for (const [index, expected] of order.entries())
      expect(chooseSubscription(order.slice(index).toReversed(), now)).toBe(expected);
    expect(chooseSubscription([], now)).toBeUndefined();
  });

  it('takes the newest of several of a kind, however they are listed', () => {
    const older = row({ status: 'canceled', createdAt: new Date('2026-11-10T10:00:00Z') });
    expect(chooseSubscription([older, ended], now)).toBe(ended);
    expect(chooseSubscription([ended, older], now)).toBe(ended);
  });

  it('takes none that never was live, or was begun long ago', () => {
    const undone = row({ status: 'canceled', subscribedAt: null, createdAt: now });
    const givenUp = row({ status: 'incomplete', createdAt: new Date('2026-11-20T10:00:00Z') });
    const expired = row({ status: 'incomplete_expired', subscribedAt: null });
    expect(chooseSubscription([undone, givenUp, expired], now)).toBeUndefined();
  });
});

describe('stateOf', () => {
  const canceledAt = new Date('2026-11-20T10:00:00Z');
  it.each<[string, Partial<MembershipRow>, object]>([
    ['in dispute', { isDisputed: true }, { kind: 'disputed', isCanceled: false, until: null }],
    [
      'in dispute and canceled',
      { isDisputed: true, cancelAtPeriodEnd: true },
      { kind: 'disputed', isCanceled: true, until: periodEnd },
    ],
    [
      'in dispute and being canceled',
      { isDisputed: true, requestedChange: 'cancel' },
      { kind: 'canceling', until: null },
    ],
    [
      'lost at the bank, and live at its provider',
      { isDisputed: true, isPaid: false, cancelAtPeriodEnd: true, requestedChange: 'cancel' },
      { kind: 'charged_back', endedAt: null },
    ],
    [
      'lost at the bank, and ended',
      { isDisputed: true, isPaid: false, status: 'canceled', canceledAt },
      { kind: 'charged_back', endedAt: canceledAt },
    ],
    [
      'ended while in dispute',
      { isDisputed: true, status: 'canceled', canceledAt },
      { kind: 'ended', endedAt: canceledAt },
    ],
    ['on hold, in dispute or not', { isDisputed: true, status: 'paused' }, { kind: 'stopped' }],
    [
      'active',
      {},
      {
        kind: 'active',
        nextPayment: { at: periodEnd, amountCents: 4_700, currency: 'usd', interval: 'month' },
      },
    ],
    [
      'that a promotion makes cheaper',
      { discount: { cents: 940, until: daysAgo(-30) } },
      {
        kind: 'active',
        nextPayment: { at: periodEnd, amountCents: 3_760, currency: 'usd', interval: 'month' },
      },
    ],
    [
      'that a promotion made cheaper until before the next payment',
      { discount: { cents: 940, until: periodEnd } },
      { kind: 'active', nextPayment: { amountCents: 4_700 } },
    ],
    [
      'paused, with a discount that ends before it resumes',
      {
        status: 'paused',
        pausedFrom: daysAgo(3),
        pausedUntil: daysAgo(-50),
        discount: { cents: 940, until: daysAgo(-10) },
      },
      { kind: 'paused', dueNowCents: 3_760, nextPayment: { amountCents: 4_700 } },
    ],
    [
      'to be paused, with a discount that outlasts it',
      {
        pausedFrom: periodEnd,
        pausedUntil: daysAgo(-50),
        discount: { cents: 940, until: daysAgo(-60) },
      },
      { kind: 'pausing', nextPayment: { amountCents: 3_760 } },
    ],
    [
      'in trial, nothing paid yet',
      { status: 'trialing', freeUntil: periodEnd },
      { kind: 'active', nextPayment: { at: periodEnd, isFirst: true } },
    ],
    ['whose renewal is due', { currentPeriodEnd: now }, { kind: 'active', nextPayment: { at: null } }],
    ['begun', { status: 'incomplete', isPaid: false }, { kind: 'unconfirmed', isPaid: false }],
    ['paid and not yet live', { status: 'incomplete' }, { kind: 'unconfirmed', isPaid: true }],
    ['asked to end', { requestedChange: 'cancel' }, { kind: 'canceling', until: periodEnd }],
    ['to end', { cancelAtPeriodEnd: true }, { kind: 'running_out', until: periodEnd, canKeep: true }],
    [
      'to end as asked',
      { cancelAtPeriodEnd: true, requestedChange: 'cancel' },
      { kind: 'running_out', canKeep: true },
    ],
    [
      'to end at PayPal',
      { provider: 'paypal', cancelAtPeriodEnd: true },
      { kind: 'running_out', canKeep: false },
    ],
    [
      'to end at PayPal, its payment given back',
      { provider: 'paypal', cancelAtPeriodEnd: true, isPaid: false },
      { kind: 'canceling', until: null },
    ],
    [
      'asked to be kept',
      { cancelAtPeriodEnd: true, requestedChange: 'keep' },
      { kind: 'keeping', until: periodEnd },
    ],
    ['kept', { requestedChange: 'keep' }, { kind: 'active' }],
    ['with a failed payment', { status: 'past_due' }, { kind: 'past_due', amountCents: 4_700, until: null }],
    ['late since a day', { pastDueSince: daysAgo(3) }, { kind: 'past_due', until: daysAgo(-11) }],
    [
      'with a failed payment, waited for to the end',
      { status: 'past_due', pastDueSince: daysAgo(14) },
      { kind: 'past_due', until: null },
    ],
    [
      'with a failed payment at PayPal, to end',
      { provider: 'paypal', pastDueSince: daysAgo(3), cancelAtPeriodEnd: true },
      { kind: 'canceling', until: null },
    ],
    [
      'with a failed payment, asked to end',
      { status: 'past_due', requestedChange: 'cancel' },
      { kind: 'canceling', until: null },
    ],
    ['paid and held', { heldReason: 'amount_differs' }, { kind: 'unconfirmed', isPaid: true }],
    ['unpaid', { status: 'unpaid' }, { kind: 'stopped' }],
    ['paused', { status: 'paused', provider: 'paypal' }, { kind: 'stopped', provider: 'paypal' }],
    ['ended', { status: 'canceled', canceledAt }, { kind: 'ended', endedAt: canceledAt }],
    [
      'ended as asked',
      { status: 'canceled', requestedChange: 'cancel', canceledAt },
      { kind: 'ended', endedAt: canceledAt },
    ],
  ])('tells one that is %s', (_, fields, expected) => {
    expect(stateOf(row(fields), now)).toMatchObject(expected);
  });

  it('says when there is none', () => {
    expect(stateOf(undefined, now)).toEqual({ kind: 'none' });
  });
});

it('money in dispute may come back; money that the bank has kept does not', () => {
  const standings = [
    { isDisputed: false, isPaid: true },
    { isDisputed: true, isPaid: true },
    { isDisputed: true, isPaid: false },
    { isDisputed: false, isPaid: false },
  ];
  expect(standings.map(isInDispute)).toEqual([false, true, false, false]);
  expect(standings.map(isChargedBack)).toEqual([false, false, true, false]);
});

describe('free months', () => {
  it('put the next payment after the last of them, and say that it is the first', () => {
    const freeUntil = new Date('2027-02-21T10:00:00Z');
    const nextOf = (over: Partial<MembershipRow>) => {
      const state = stateOf(row(over), now);
      return state.kind === 'active' ? state.nextPayment : state.kind;
    };
    expect(nextOf({ freeUntil })).toMatchObject({ at: freeUntil, isFirst: true });
    for (const over of [null, now]) expect(nextOf({ freeUntil: over })).not.toHaveProperty('isFirst');
    // What is over is over, also before its provider has told of the payment.
    expect(nextOf({ freeUntil: new Date('2026-11-20T10:00:00Z') })).not.toHaveProperty('isFirst');
    expect(nextOf({ freeUntil, cancelAtPeriodEnd: true })).toBe('running_out');
  });
});

describe('canceling', () => {
  it('ends with the paid period, or at once where nothing is paid', () => {
    for (const status of ['active', 'trialing'] as const)
      expect(accessEndsAt(row({ status }), now), status).toBe(periodEnd);
    for (const fields of [
      { status: 'past_due' },
      { status: 'paused' },
      { status: 'unpaid' },
      { provider: 'paypal', isPaid: false },
      { isDisputed: true, isPaid: false },
      { pastDueSince: daysAgo(3) },
      { pausedFrom: now, pausedUntil: periodEnd },
    ] as const) {
      expect(hasPaidPeriod(row(fields), now), JSON.stringify(fields)).toBe(false);
      expect(accessEndsAt(row(fields), now)).toBeNull();
    }
  });

  it('can be taken back at Stripe, while the period runs', () => {
    const toEnd = row({ cancelAtPeriodEnd: true });
    expect(canBeKept(toEnd, now)).toBe(true);
    expect(canBeKept({ ...toEnd, status: 'trialing' }, now)).toBe(true);
    expect(canBeKept({ ...toEnd, currentPeriodEnd: null }, now)).toBe(true);
    expect(canBeKept(row({ requestedChange: 'cancel' }), now)).toBe(true);
    expect(canBeKept(toEnd, periodEnd)).toBe(false);
    expect(canBeKept(row(), now)).toBe(false);
    expect(canBeKept(row({ requestedChange: 'cancel', status: 'past_due' }), now)).toBe(false);
    expect(canBeKept(row({ cancelAtPeriodEnd: true, provider: 'paypal' }), now)).toBe(false);
  });

  it('is for what takes money, or may again', () => {
    const cancelable = (['trialing', 'active', 'past_due', 'unpaid', 'paused'] as const).map((status) => ({
      status,
    }));
    expect(cancelable.every(isCancelable)).toBe(true);
    for (const status of ['incomplete', 'incomplete_expired', 'canceled'] as const)
      expect(isCancelable({ status })).toBe(false);
  });
});

describe('withGifts', () => {
  const ended = { kind: 'ended', provider: 'stripe', endedAt: null } as const;
  const failing = { kind: 'stopped', provider: 'stripe' } as const;

  it('tells of who has it without a subscription that it was given, and of nobody else', () => {
    expect(withGifts({ kind: 'none' }, true)).toEqual({ kind: 'given' });
    expect(withGifts(ended, true)).toEqual({ kind: 'given' });
    expect(withGifts(ended, false)).toBe(ended);
    const endedAt = new Date('2026-11-20T10:00:00Z');
    expect(withGifts({ kind: 'charged_back', provider: 'stripe', endedAt }, true)).toEqual({ kind: 'given' });
    const ending = { kind: 'charged_back', provider: 'stripe', endedAt: null } as const;
    expect(withGifts(ending, true)).toBe(ending);
    expect(withGifts({ kind: 'none' }, false)).toEqual({ kind: 'none' });
    // What takes money, or may again, is told as it is.
    expect(withGifts(failing, true)).toBe(failing);
  });
});
