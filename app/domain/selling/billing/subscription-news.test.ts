import { describe, expect, it } from 'vitest';
import { besideRequest, isUnclear, type StatusNews } from '#app/domain/selling/billing/subscription-news.ts';
import type { SubscriptionStatus } from '#app/platform/payments/subscription-status.ts';

const at = new Date('2026-11-01T10:00:00Z');
const price = { id: 'price_1', lookupKey: null, amountCents: 4_700, currency: 'usd', interval: 'month' };

const known = {
  status: 'active' as SubscriptionStatus,
  lastEventAt: at as Date | null,
  cancelAtPeriodEnd: false,
  priceId: 'price_1' as string | null,
  quantity: 1,
};

const news = (fields: Partial<StatusNews> = {}): StatusNews => ({
  status: 'active',
  price,
  startedAt: null,
  trialEnd: null,
  currentPeriodStart: null,
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
  canceledAt: null,
  isRequested: false,
  eventAt: at,
  askedAt: null,
  isBegunHere: true,
  priceProduct: null,
  ...fields,
});

describe('news of the same second', () => {
  it.each<[string, Partial<StatusNews>]>([
    ['another status', { status: 'past_due' }],
    ['another end', { cancelAtPeriodEnd: true }],
    ['another price', { price: { ...price, id: 'price_2' } }],
    ['another number of seats', { price: { ...price, quantity: 3 } }],
  ])('that tell %s are unclear', (_, fields) => {
    expect(isUnclear(known, news(fields))).toBe(true);
  });

  it('that tell the same are clear, also where either says nothing of the price', () => {
    expect(isUnclear(known, news())).toBe(false);
    expect(isUnclear(known, news({ price: null }))).toBe(false);
    expect(isUnclear({ ...known, priceId: null }, news())).toBe(false);
  });

  it.each<SubscriptionStatus>(['incomplete', 'incomplete_expired', 'canceled'])(
    'are clear where %s is before or after them: a beginning or an end',
    (status) => {
      expect(isUnclear(known, news({ status }))).toBe(false);
      expect(isUnclear({ ...known, status }, news())).toBe(false);
    },
  );

  it('are clear where the provider was asked', () => {
    expect(isUnclear(known, news({ status: 'past_due', askedAt: new Date() }))).toBe(false);
  });
});

it('news of another second, or the first there are, are clear', () => {
  const other = { status: 'past_due' } as const;
  for (const seconds of [-1, 1])
    expect(isUnclear(known, news({ ...other, eventAt: new Date(at.getTime() + seconds * 1000) }))).toBe(
      false,
    );
  expect(isUnclear({ ...known, lastEventAt: null }, news(other))).toBe(false);
});

describe('news beside what the member has asked for', () => {
  const now = new Date(at.getTime() + 60_000);
  const later = (seconds: number) => new Date(at.getTime() + seconds * 1000);
  const asked = { requestedChange: 'cancel', requestedAt: later(30) } as const;
  const nothing = { isOvertaken: false, isOutdated: false, isAwaited: false, isDoubtful: false };
  const beside = (
    fields: Partial<StatusNews>,
    request: Parameters<typeof besideRequest>[0] = asked,
    when = now,
  ) => besideRequest(request, news(fields), when);

  it('are news like others where nothing was asked for', () => {
    for (const cancelAtPeriodEnd of [true, false])
      expect(
        beside({ cancelAtPeriodEnd, askedAt: at }, { requestedChange: null, requestedAt: null }),
      ).toEqual(nothing);
  });

  it('are overtaken as far as they are from before it, or of the same moment', () => {
    expect(beside({ eventAt: later(30) })).toEqual({ ...nothing, isOvertaken: true });
    expect(beside({ eventAt: later(31), cancelAtPeriodEnd: true })).toEqual(nothing);
  });

  it('are an answer that is out of date only where it does not hold what was asked for meanwhile', () => {
    expect(beside({ askedAt: later(29) })).toEqual({ ...nothing, isOvertaken: true, isOutdated: true });
    expect(beside({ askedAt: later(29), cancelAtPeriodEnd: true })).toEqual({
      ...nothing,
      isOvertaken: true,
      isAwaited: true,
    });
    const keep = { ...asked, requestedChange: 'keep' } as const;
    expect(beside({ askedAt: later(29), cancelAtPeriodEnd: true }, keep)).toMatchObject({ isOutdated: true });
    expect(beside({ askedAt: later(29) }, keep)).toMatchObject({ isOutdated: false });
  });

  it('are doubtful for ten minutes where they are later and against it, and the provider has not been asked', () => {
    const against = { eventAt: later(31) };
    expect(beside(against)).toEqual({ ...nothing, isDoubtful: true });
    expect(beside({ ...against, askedAt: later(31) })).toEqual(nothing);
    expect(beside({ ...against, status: 'canceled' })).toEqual(nothing);
    expect(beside(against, asked, later(30 + 599))).toMatchObject({ isDoubtful: true });
    expect(beside(against, asked, later(30 + 600))).toEqual(nothing);
    expect(beside({ askedAt: later(31), cancelAtPeriodEnd: true }, asked, later(30 + 600))).toEqual(nothing);
  });
});
