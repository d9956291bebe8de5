import { describe, expect, it } from 'vitest';
import { availableFrom, type SellerFacts, standingAt } from '#app/domain/programme/commissions/terms.ts';

const day = (number: number, ms = 0) => new Date(Date.UTC(2026, 5, number) + ms);

const facts = (fields: Partial<SellerFacts> = {}): SellerFacts => ({
  id: 'seller',
  terms: [{ validFrom: new Date(0), assignedRole: 'affiliate', ratePercent: 50, status: 'active' }],
  periods: [],
  purchases: [],
  grants: [],
  trial: null,
  isErased: false,
  ...fields,
});
const paid = { gives: 'membership', startsAt: day(1), endsAt: day(10), money: null } as const;

describe('whether a seller’s own membership was paid for', () => {
  const isMember = (fields: Partial<SellerFacts>, at: Date) => standingAt(facts(fields), at).isMember;

  it('is so from the first moment to the end of the days of grace', () => {
    expect([day(1, -1), day(1), day(13, -1), day(13)].map((at) => isMember({ periods: [paid] }, at))).toEqual(
      [false, true, true, false],
    );
  });

  it('is so to the very end of a grant, which has no grace', () => {
    const grants = [{ entitlement: 'membership', from: day(1), until: day(10) }];
    expect([day(10, -1), day(10)].map((at) => isMember({ grants }, at))).toEqual([true, false]);
  });

  it('is not so by what was paid for something else', () => {
    expect(isMember({ periods: [{ ...paid, gives: 'reseller_pro' }] }, day(5))).toBe(false);
    expect(isMember({ grants: [{ entitlement: 'ebook', from: day(1), until: null }] }, day(5))).toBe(false);
  });
});

describe('what a seller was', () => {
  it('is a reseller for as long as a trial runs, and an affiliate at their own rate before and after', () => {
    const onTrial = facts({ trial: { from: day(1), until: day(8) } });
    expect([day(1, -1), day(1), day(8, -1), day(8)].map((at) => standingAt(onTrial, at).role)).toEqual([
      'affiliate',
      'reseller',
      'reseller',
      'affiliate',
    ]);
    expect(standingAt(onTrial, day(2)).ratePercent).toBe(100);
  });

  it('needs the program for Reseller PRO to make a difference', () => {
    const periods = [{ ...paid, gives: 'reseller_pro' as const }];
    expect(standingAt(facts({ periods }), day(5)).role).toBe('affiliate');
    const purchases = [{ boughtAt: day(2), money: null }];
    expect(standingAt(facts({ periods, purchases }), day(5)).role).toBe('pro_reseller');
    expect(standingAt(facts({ periods, purchases }), day(2, -1)).role).toBe('affiliate');
  });
});

it('a commission is approved at the first midnight after its thirty days, and at once where they end with one', () => {
  expect(availableFrom(day(1))).toEqual(day(31));
  expect(availableFrom(day(1, 1))).toEqual(day(32));
});
