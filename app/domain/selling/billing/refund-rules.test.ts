import { describe, expect, it } from 'vitest';
import { type RefundFacts, refundChance } from '#app/domain/selling/billing/refund-rules.ts';

const now = new Date('2026-11-21T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3600 * 1000);

const paid: RefundFacts = {
  status: 'paid',
  amountCents: 4_700,
  amountRefundedCents: 0,
  chargedBackCents: 0,
  paidAt: daysAgo(3),
  guarantee: 'covered',
  isUndone: false,
  isInDispute: false,
  isSwitching: false,
  failedRefunds: [],
};

const chance = (fields: Partial<RefundFacts>) => refundChance({ ...paid, ...fields }, now);

describe('a request for money back', () => {
  it('is done at once within the days of the guarantee, to the second', () => {
    expect(chance({})).toEqual({ kind: 'guaranteed', cents: 4_700 });
    expect(chance({ paidAt: daysAgo(30) }).kind).toBe('guaranteed');
    expect(chance({ paidAt: new Date(daysAgo(30).getTime() - 1) })).toMatchObject({
      kind: 'on_request',
      why: 'too_late',
    });
  });

  it.each(['other_product', 'price_difference', 'switched', 'later_payment', 'used'] as const)(
    'is put to an operator where the guarantee does not cover it: %s',
    (guarantee) => {
      expect(chance({ guarantee })).toEqual({ kind: 'on_request', cents: 4_700, why: guarantee });
    },
  );

  it('is for what is left, and no more', () => {
    expect(chance({ status: 'partially_refunded', amountRefundedCents: 700 })).toEqual({
      kind: 'guaranteed',
      cents: 4_000,
    });
    expect(
      chance({ status: 'partially_charged_back', chargedBackCents: 1_000, amountRefundedCents: 700 }),
    ).toEqual({ kind: 'on_request', cents: 3_000, why: 'charged_back' });
  });

  it.each([
    [{ status: 'refunded', amountRefundedCents: 4_700 }, 'gone back already'],
    [{ status: 'charged_back', chargedBackCents: 4_700 }, 'gone back already'],
    [{ amountRefundedCents: 4_700 }, 'gone back already'],
    [{ isUndone: true }, 'being given back'],
    [{ status: 'disputed' }, 'in dispute'],
    [{ isInDispute: true }, 'in dispute'],
    [{ failedRefunds: [{ resolvedAt: null }] }, 'did not go through'],
    [{ failedRefunds: [{ resolvedAt: now }] }, 'was given back in another way'],
  ] as [Partial<RefundFacts>, string][])('is refused with words: %j', (fields, text) => {
    expect(chance(fields)).toEqual({ kind: 'refused', text: expect.stringContaining(text) });
  });
});
