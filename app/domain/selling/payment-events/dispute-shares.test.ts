import { describe, expect, it } from 'vitest';
import { shareAmongLines, shareDispute } from '#app/domain/selling/payment-events/dispute-shares.ts';

const month = (number: number, amountCents = 4_700) => ({
  id: `month ${number}`,
  amountCents,
  paidAt: new Date(Date.UTC(2026, number, 1)),
});
const share = (
  cents: number,
  others: Parameters<typeof shareDispute>[1] = [month(3), month(4), month(6)],
) => {
  const { shares, leftCents } = shareDispute(month(5), others, cents);
  return { of: shares.map(({ payment, cents: part }) => `${payment.id}: ${part}`), leftCents };
};

describe('shareDispute', () => {
  it('leaves a dispute of a payment, or of a part of it, with that payment', () => {
    expect(share(4_700)).toEqual({ of: ['month 5: 4700'], leftCents: 0 });
    expect(share(4_688)).toEqual({ of: ['month 5: 4688'], leftCents: 0 });
    expect(share(1_000)).toEqual({ of: ['month 5: 1000'], leftCents: 0 });
  });

  it('takes other months with it where it is of more, earlier ones first', () => {
    expect(share(9_400).of).toEqual(['month 5: 4700', 'month 4: 4700']);
    expect(share(9_250).of).toEqual(['month 5: 4700', 'month 4: 4700']);
    expect(share(18_800).of).toEqual(['month 5: 4700', 'month 4: 4700', 'month 3: 4700', 'month 6: 4700']);
  });

  it('has the payments that fit in where they differ', () => {
    expect(share(5_400, [month(4, 4_700), month(3, 700)])).toEqual({
      of: ['month 5: 4700', 'month 3: 700'],
      leftCents: 0,
    });
  });

  it('says what no payment explains, and nothing of a few cents', () => {
    expect(share(4_800)).toEqual({ of: ['month 5: 4700'], leftCents: 0 });
    expect(share(7_000)).toEqual({ of: ['month 5: 4700'], leftCents: 2_300 });
    expect(share(9_400, [])).toEqual({ of: ['month 5: 4700'], leftCents: 4_700 });
  });
});

describe('shareAmongLines', () => {
  const among = (cents: number, [main, bump]: readonly [number, number] = [4_700, 1_900]) =>
    shareAmongLines(
      [
        { payment: 'main', cents: main },
        { payment: 'bump', cents: bump },
      ],
      cents,
    )?.map(({ payment, cents: share }) => `${payment}: ${share}`) ?? 'whole charge';

  it.each([
    ['the whole charge', 6_600, 'whole charge'],
    ['a few cents less than that', 6_570, 'whole charge'],
    ['more than that', 6_700, 'whole charge'],
    ['what was added', 1_900, ['bump: 1900']],
    ['a few cents less than what was added', 1_882, ['bump: 1882']],
    ['a few cents more than what was added', 1_930, ['bump: 1900']],
    ['what it was added to', 4_700, ['main: 4700']],
    ['a few cents less than that', 4_688, ['main: 4688']],
    ['neither of them', 3_000, ['main: 3000']],
    ['more than either of them', 5_500, ['main: 4700', 'bump: 800']],
  ] as const)('finds a dispute of %s', (_, cents, shares) => {
    expect(among(cents)).toEqual(shares);
  });

  it('tells what a little was added to from all of it, and two lines of much the same amount', () => {
    expect(among(4_700, [4_700, 200])).toEqual(['main: 4700']);
    expect(among(4_690, [4_700, 200])).toEqual(['main: 4690']);
    expect(among(4_880, [4_700, 200])).toBe('whole charge');
    expect(among(4_600, [4_700, 4_600])).toEqual(['bump: 4600']);
    expect(among(4_590, [4_700, 4_600])).toEqual(['bump: 4590']);
    expect(among(1_900, [0, 1_900])).toBe('whole charge');
  });
});
