import { describe, expect, it } from 'vitest';
import {
  installmentOf,
  installmentStanding,
  installmentsAreTaken,
} from '#app/domain/selling/billing/installment-rules.ts';
import { periodAfter } from '#app/platform/payments/interval.ts';

const startedAt = new Date('2026-01-31T10:00:00Z');
const plan = { installments: 24, startedAt };

describe('which installment a payment is', () => {
  it('is told by the month that it pays for, on any day of a month and up to the last one', () => {
    for (let month = 0; month < 24; month += 1) {
      const periodStart = periodAfter(startedAt, 'month', startedAt, month || 0);
      const at = month === 0 ? startedAt : periodStart;
      expect(installmentOf(plan, { billingReason: 'subscription_cycle', periodStart: at })).toBe(month + 1);
    }
  });

  it('is the first by its reason, unknown without a start, and none of what has no end', () => {
    const unknown = { ...plan, startedAt: null };
    expect(installmentOf(unknown, { billingReason: 'subscription_create', periodStart: null })).toBe(1);
    expect(
      installmentOf(unknown, { billingReason: 'subscription_cycle', periodStart: startedAt }),
    ).toBeNull();
    expect(
      installmentOf(
        { ...plan, installments: null },
        { billingReason: 'subscription_create', periodStart: null },
      ),
    ).toBeNull();
  });
});

const paidAt = (day: number) => new Date(Date.UTC(2026, 0, day));
const payment = (installment: number | null, status = 'paid') => ({
  installment,
  status,
  paidAt: paidAt(installment ?? 1),
});

describe('what the payments of a number of installments say', () => {
  const three = [payment(3), payment(1), payment(2)];

  it('is that all of it is paid once each is there, and not before', () => {
    expect(installmentStanding(3, three)).toMatchObject({ taken: 3, paidOffAt: paidAt(3), extra: [] });
    expect(installmentStanding(3, three.slice(1))).toMatchObject({ taken: 2, paidOffAt: null });
    expect(installmentStanding(3, [payment(1), payment(1), payment(2)])).toMatchObject({
      taken: 2,
      paidOffAt: null,
    });
    expect(installmentStanding(3, [payment(1), payment(2), payment(null)])).toMatchObject({ taken: 2 });
    expect(installmentStanding(3, [payment(1), payment(2), payment(3, 'failed')])).toMatchObject({
      taken: 2,
    });
  });

  it('counts a month that a credit paid for', () => {
    expect(installmentStanding(3, three.slice(1), [3, 4])).toMatchObject({ taken: 3, paidOffAt: paidAt(2) });
  });

  it('goes by money that went back in full, and not by a part of it', () => {
    const withFirst = (status: string) =>
      installmentStanding(3, [payment(1, status), payment(2), payment(3)]);
    expect(withFirst('partially_refunded').paidOffAt).toEqual(paidAt(3));
    expect(withFirst('refunded')).toMatchObject({
      taken: 3,
      paidOffAt: null,
      isRefunded: true,
      isDisputed: false,
    });
    expect(withFirst('disputed')).toMatchObject({ paidOffAt: null, isRefunded: false, isDisputed: true });
    expect(withFirst('charged_back')).toMatchObject({ paidOffAt: null, isDisputed: true });
  });

  it('has what was taken beyond the last one go back, and is whole all the same', () => {
    const four = [...three, payment(4)];
    expect(installmentStanding(3, four)).toMatchObject({
      taken: 3,
      paidOffAt: paidAt(3),
      extra: [payment(4)],
    });
    expect(installmentStanding(3, [...three, payment(4, 'refunded')])).toMatchObject({
      isRefunded: false,
      paidOffAt: paidAt(3),
      extra: [],
    });
  });

  it('says that nothing more is due', () => {
    expect(installmentsAreTaken({ installments: 3, installmentsTaken: 3 })).toBe(true);
    expect(installmentsAreTaken({ installments: 3, installmentsTaken: 2 })).toBe(false);
    expect(installmentsAreTaken({ installments: null, installmentsTaken: 9 })).toBe(false);
  });
});
