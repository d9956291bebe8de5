import { describe, expect, it } from 'vitest';
import { shareDispute } from '#app/domain/selling/payment-events/dispute-shares.ts';

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
