import { describe, expect, it } from 'vitest';
import type { PaymentFacts } from '#app/domain/core/values/payment-standing.ts';
import {
  availableFrom,
  type SellerFacts,
  type SellerStanding,
  type StandingEntry,
  shareOf,
  standingAt,
  standingInLedger,
  wasWithheld,
} from '#app/domain/programme/commissions/terms.ts';

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

describe('what an admin set', () => {
  const term = (
    from: number,
    assignedRole: SellerFacts['terms'][number]['assignedRole'],
    ratePercent: number,
  ) => ({
    validFrom: day(from),
    assignedRole,
    ratePercent,
    status: from === 20 ? ('inactive' as const) : ('active' as const),
  });

  it('holds from its first moment until the next', () => {
    const terms = [term(1, 'affiliate', 40), term(10, 'affiliate', 60), term(20, 'member', 0)];
    const standings = [day(1), day(10, -1), day(10), day(20, -1), day(20)].map((at) => {
      const { role, status, ratePercent } = standingAt(facts({ terms }), at);
      return [role, status, ratePercent];
    });
    expect(standings).toEqual([
      ['affiliate', 'active', 40],
      ['affiliate', 'active', 40],
      ['affiliate', 'active', 60],
      ['affiliate', 'active', 60],
      ['member', 'inactive', 0],
    ]);
  });

  it('holds before it too, where nothing was set earlier, and nobody earns where nothing was set at all', () => {
    expect(standingAt(facts({ terms: [term(10, 'affiliate', 60)] }), day(1)).ratePercent).toBe(60);
    expect(standingAt(facts({ terms: [] }), day(1))).toEqual({
      role: 'member',
      status: 'inactive',
      ratePercent: 0,
      isMember: false,
    });
  });

  it.each([
    ['reseller', [], 'reseller'],
    ['reseller', ['reseller_pro'], 'pro_reseller'],
    ['pro_reseller', [], 'pro_reseller'],
    ['affiliate', ['reseller'], 'reseller'],
    ['affiliate', ['reseller_pro'], 'affiliate'],
    ['affiliate', ['reseller', 'reseller_pro'], 'pro_reseller'],
  ] as const)('as %s, with grants %j, makes a %s', (assignedRole, granted, role) => {
    const grants = granted.map((entitlement) => ({ entitlement, from: day(2), until: null }));
    const standing = (at: Date) => standingAt(facts({ terms: [term(1, assignedRole, 50)], grants }), at);
    expect(standing(day(2))).toMatchObject({ role, ratePercent: role === 'affiliate' ? 50 : 100 });
    expect(standing(day(2, -1)).role).toBe(assignedRole);
  });

  it('is joined by a purchase from its first moment on, while its money is there', () => {
    const standing = (money: PaymentFacts | null, at: Date) =>
      standingAt(facts({ purchases: [{ boughtAt: day(2), money }] }), at).role;
    expect([standing(null, day(2, -1)), standing(null, day(2))]).toEqual(['affiliate', 'reseller']);
    expect(
      standing(
        paidBack({ refunds: [{ createdAt: day(3), amountCents: 1_000, status: 'succeeded' }] }),
        day(3),
      ),
    ).toBe('affiliate');
    const periods = [
      {
        ...paid,
        money: paidBack({ refunds: [{ createdAt: day(3), amountCents: 1_000, status: 'succeeded' }] }),
      },
    ];
    expect([day(3, -1), day(3)].map((at) => standingAt(facts({ periods }), at).isMember)).toEqual([
      true,
      false,
    ]);
  });
});

const paidBack = (fields: Partial<PaymentFacts> = {}): PaymentFacts => ({
  provider: 'stripe',
  providerPaymentId: 'pi_1',
  amountCents: 1_000,
  refunds: [],
  disputes: [],
  ...fields,
});

describe('money of a payment', () => {
  const refunded = (createdAt: Date, amountCents: number) =>
    ({ createdAt, amountCents, status: 'succeeded' }) as const;
  const dispute = (fields: Partial<PaymentFacts['disputes'][number]>) => ({
    providerDisputeId: 'dp_1',
    tookMoney: true,
    amountCents: 1_000,
    openedAt: day(5),
    closedAt: null,
    outcome: null,
    ...fields,
  });
  const withheld = (fields: Partial<PaymentFacts>, ...days: Date[]) =>
    days.map((at) => wasWithheld(paidBack(fields), at));

  it('is there where nothing was paid, and where nothing went back', () => {
    expect(wasWithheld(null, day(9))).toBe(false);
    expect(withheld({ amountCents: 0, refunds: [refunded(day(1), 0)] }, day(9))).toEqual([false]);
    expect(withheld({}, day(9))).toEqual([false]);
  });

  it('is gone from the moment at which the last of it is refunded', () => {
    const refunds = [refunded(day(3), 400), refunded(day(5), 600)];
    expect(withheld({ refunds }, day(4), day(5, -1), day(5))).toEqual([false, false, true]);
    expect(withheld({ refunds: [refunded(day(3), 999)] }, day(9))).toEqual([false]);
  });

  it('is gone while it is disputed, for good where the dispute is lost, and back where it is won', () => {
    const at = [day(5, -1), day(5), day(8, -1), day(8)] as const;
    expect(withheld({ disputes: [dispute({})] }, ...at)).toEqual([false, true, true, true]);
    expect(withheld({ disputes: [dispute({ outcome: 'lost', closedAt: day(8) })] }, ...at)).toEqual([
      false,
      true,
      true,
      true,
    ]);
    expect(withheld({ disputes: [dispute({ outcome: 'won', closedAt: day(8) })] }, ...at)).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(withheld({ disputes: [dispute({ outcome: 'won' })] }, day(9))).toEqual([false]);
  });

  it('of which only the end of a dispute is known counts from that end', () => {
    const lost = { outcome: 'lost', openedAt: null, closedAt: day(8) } as const;
    expect(withheld({ disputes: [dispute(lost)] }, day(8, -1), day(8))).toEqual([false, true]);
    expect(withheld({ disputes: [dispute({ openedAt: null })] }, day(9))).toEqual([false]);
  });

  it('and refunds are counted together with disputes', () => {
    const refunds = [refunded(day(3), 400)];
    expect(withheld({ refunds, disputes: [dispute({ amountCents: 600 })] }, day(5))).toEqual([true]);
    expect(withheld({ refunds, disputes: [dispute({ amountCents: 500 })] }, day(5))).toEqual([false]);
  });

  it('is gone by a dispute that is about the whole of it, though not of its very amount', () => {
    const lost = { outcome: 'lost', closedAt: day(8) } as const;
    const withLost = (fields: Partial<PaymentFacts['disputes'][number]>) =>
      withheld({ disputes: [dispute({ ...lost, ...fields })] }, day(9));
    expect(withLost({ amountCents: 997 })).toEqual([true]);
    expect(withLost({ amountCents: 800, scope: 'whole' })).toEqual([true]);
    expect(withLost({ amountCents: 997, scope: 'part' })).toEqual([false]);
  });

  it('that was reversed without a case comes back with any case that is won later', () => {
    const reversed = dispute({ providerDisputeId: 'pi_1' });
    const won = (from: number, to: number | null) =>
      dispute({
        providerDisputeId: 'dp_2',
        amountCents: 0,
        openedAt: day(from),
        closedAt: to === null ? null : day(to),
        outcome: 'won',
      });
    const at = [day(7), day(8, -1), day(8)] as const;
    expect(withheld({ disputes: [reversed, won(6, 8)] }, ...at)).toEqual([true, true, false]);
    // Won before it was reversed, at that very moment, never, and of a case that has a name.
    expect(withheld({ disputes: [reversed, won(1, 4)] }, day(9))).toEqual([true]);
    expect(withheld({ disputes: [reversed, won(1, 5)] }, day(9))).toEqual([false]);
    expect(withheld({ disputes: [reversed, won(1, null)] }, day(9))).toEqual([true]);
    expect(withheld({ disputes: [dispute({}), won(6, 8)] }, day(9))).toEqual([true]);
    expect(withheld({ disputes: [reversed, { ...won(6, 8), outcome: 'lost' }] }, day(9))).toEqual([true]);
    expect(withheld({ disputes: [{ ...reversed, outcome: 'lost' }, won(6, 8)] }, day(9))).toEqual([true]);
  });
});

describe('a seller whose account is deleted', () => {
  const standing: SellerStanding = { role: 'member', status: 'active', ratePercent: 30, isMember: false };
  const entry = (fields: Partial<StandingEntry>): StandingEntry => ({
    tier: 'affiliate',
    ratePercent: 50,
    commission: 100,
    reason: null,
    ...fields,
  });
  const unearned = { ratePercent: null, commission: 0 };

  it.each([
    ['nothing', [], ['member', 30, false]],
    ['an affiliate', [entry({})], ['affiliate', 50, true]],
    ['an affiliate at their last rate', [entry({}), entry({ ratePercent: 40 })], ['affiliate', 40, true]],
    ['who earned nothing', [entry(unearned)], ['member', 30, false]],
    ['who earned earlier', [entry({}), entry({ commission: -100 })], ['affiliate', 50, true]],
    ['who lapsed', [entry({}), entry({ ...unearned, reason: 'membership_lapsed' })], ['member', 30, false]],
    ['a reseller', [entry({ tier: 'reseller', ratePercent: 70 })], ['reseller', 100, true]],
    ['a pro reseller', [entry({ tier: 'pro_reseller', ratePercent: 70 })], ['pro_reseller', 100, true]],
    ['a second tier', [entry({ tier: 'second_tier', ratePercent: 20 })], ['pro_reseller', 100, true]],
    [
      'no second tier for their role',
      [entry({ tier: 'second_tier', ...unearned, reason: 'role_not_paid' })],
      ['member', 30, false],
    ],
    ['no tier', [entry({ tier: null, ...unearned })], ['member', 30, false]],
  ] as const)('is what the ledger says of them: %s', (_, entries, expected) => {
    const { role, ratePercent, isMember } = standingInLedger(standing, entries);
    expect([role, ratePercent, isMember]).toEqual(expected);
  });

  it('has the rate of what they earned last, whatever they did not earn since', () => {
    const affiliate: SellerStanding = { ...standing, role: 'affiliate' };
    expect(standingInLedger(affiliate, [entry({}), entry(unearned)]).ratePercent).toBe(50);
    const notPaid = entry({ tier: 'second_tier', ratePercent: 20, reason: 'role_not_paid' });
    expect(standingInLedger(affiliate, [entry({}), notPaid]).ratePercent).toBe(50);
  });

  it('stays a member whose membership was paid for', () => {
    expect(standingInLedger({ ...standing, isMember: true }, [entry(unearned)]).isMember).toBe(true);
  });
});

it.each([
  [100, 50, 50],
  [101, 50, 50],
  [103, 50, 52],
  [10, 26, 3],
  [10, 24, 2],
  [4_700, 33, 1_551],
  [0, 50, 0],
])('a share of %i cents at %i percent is %i', (cents, percent, share) => {
  expect(shareOf(cents, percent)).toBe(share);
});

it('a commission is approved at the first midnight after its thirty days, and at once where they end with one', () => {
  expect(availableFrom(day(1))).toEqual(day(31));
  expect(availableFrom(day(1, 1))).toEqual(day(32));
});
