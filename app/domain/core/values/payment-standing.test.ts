import { describe, expect, it } from 'vitest';
import {
  chargedBackCents,
  type DisputeFacts,
  disputedCents,
  isWithheld,
  type PaymentFacts,
  refundedCents,
  standingOf,
} from '#app/domain/core/values/payment-standing.ts';
import type { RefundStatus } from '#app/platform/payments/facts.ts';

const day = (number: number) => new Date(Date.UTC(2026, 10, number));

const dispute = (fields: Partial<DisputeFacts> = {}): DisputeFacts => ({
  providerDisputeId: 'dp_1',
  openedAt: day(2),
  closedAt: null,
  outcome: null,
  amountCents: 700,
  tookMoney: true,
  ...fields,
});
const won = dispute({ closedAt: day(5), outcome: 'won' });
const lost = dispute({ closedAt: day(5), outcome: 'lost' });
const open = dispute();
const part = dispute({ amountCents: 100 });

const facts = (refundedCents: number, ...disputes: DisputeFacts[]): PaymentFacts => ({
  provider: 'stripe',
  amountCents: 700,
  refunds: refundedCents > 0 ? [{ amountCents: refundedCents, status: 'succeeded', createdAt: day(3) }] : [],
  providerPaymentId: 'pi_1',
  disputes,
});

describe('standingOf', () => {
  it.each([
    ['paid', facts(0)],
    ['partially_refunded', facts(200)],
    ['refunded', facts(700)],
    ['disputed', facts(0, open)],
    ['disputed', facts(200, open)],
    ['refunded', facts(700, open)],
    ['charged_back', facts(0, lost)],
    ['charged_back', facts(200, lost)],
    ['charged_back', facts(700, lost)],
    ['paid', facts(0, won)],
    ['partially_refunded', facts(200, won)],
    ['refunded', facts(700, won)],
    ['disputed', facts(0, won, dispute({ providerDisputeId: 'dp_2' }))],
    ['charged_back', facts(0, open, { ...lost, providerDisputeId: 'dp_2' })],
    // A dispute of a part leaves the rest paid.
    ['paid', facts(0, part)],
    ['partially_refunded', facts(200, part)],
    ['disputed', facts(600, part)],
    ['partially_charged_back', facts(0, { ...lost, amountCents: 100 })],
    ['charged_back', facts(600, { ...lost, amountCents: 100 })],
    ['disputed', facts(0, part, dispute({ providerDisputeId: 'dp_2', amountCents: 600 }))],
    [
      'disputed',
      facts(0, { ...lost, amountCents: 100 }, dispute({ providerDisputeId: 'dp_2', amountCents: 600 })),
    ],
    // An inquiry has taken nothing.
    ['paid', facts(0, dispute({ tookMoney: false }))],
    ['partially_refunded', facts(200, dispute({ tookMoney: false }))],
  ] as const)('is %s', (expected, payment) => {
    expect(standingOf(payment)).toBe(expected);
  });

  it('takes a payment of nothing for paid', () => {
    expect(standingOf({ ...facts(0), amountCents: 0 })).toBe('paid');
  });

  it('lets a case that is won undo an earlier reversal without a case, and no later one', () => {
    const reversal = (at: Date) => dispute({ providerDisputeId: 'pi_1', openedAt: at });
    expect(standingOf(facts(0, reversal(day(3))))).toBe('disputed');
    expect(standingOf(facts(0, reversal(day(3)), won))).toBe('paid');
    expect(standingOf(facts(0, reversal(day(6)), won))).toBe('disputed');
    expect(standingOf(facts(0, reversal(day(5)), won))).toBe('paid');
    expect(standingOf(facts(0, reversal(day(3)), lost))).toBe('charged_back');
    expect(standingOf(facts(0, reversal(day(3)), { ...lost, amountCents: 100 }))).toBe('disputed');
    expect(standingOf(facts(0, dispute({ providerDisputeId: 'pi_1', openedAt: null }), won))).toBe(
      'disputed',
    );
  });
});

describe('money that is told of twice', () => {
  const standing = (payment: PaymentFacts) => ({
    status: standingOf(payment),
    lost: chargedBackCents(payment),
    disputed: disputedCents(payment),
  });
  const reversal = (amountCents: number) =>
    dispute({ providerDisputeId: 'pi_1', amountCents, openedAt: day(3) });

  it('is counted once where a reversal without a case and a case are about it', () => {
    for (const cents of [200, 700]) {
      const open = dispute({ amountCents: cents });
      expect(standing(facts(0, reversal(cents), open)).disputed).toBe(cents);
      const decided = { ...open, outcome: 'lost', closedAt: day(5) } as const;
      expect(standing(facts(0, reversal(cents), decided))).toMatchObject({ lost: cents, disputed: 0 });
    }
    // In a bank's currency the case is of a little less; what it leaves of a larger reversal is still in dispute.
    expect(standing(facts(0, reversal(700), { ...lost, amountCents: 690 })).disputed).toBe(0);
    expect(standing(facts(0, reversal(500), { ...lost, amountCents: 200 }))).toMatchObject({
      lost: 200,
      disputed: 300,
    });
    // An inquiry has taken nothing.
    expect(standing(facts(0, reversal(200), dispute({ tookMoney: false }))).disputed).toBe(200);
  });

  it('is counted once where PayPal gives back as a refund what a case decides', () => {
    const atPaypal = (payment: PaymentFacts): PaymentFacts => ({ ...payment, provider: 'paypal' });
    const part = { ...lost, amountCents: 200 };
    const counted = { status: 'partially_refunded', lost: 0, disputed: 0 };
    expect(standing(atPaypal(facts(200, part)))).toEqual(counted);
    expect(standing(atPaypal(facts(200, { ...part, scope: 'part' })))).toEqual(counted);
    expect(standing(atPaypal(facts(700, lost)))).toEqual({ status: 'refunded', lost: 0, disputed: 0 });
    expect(standing(atPaypal(facts(200, part, reversal(200))))).toEqual(counted);
    expect(standing(atPaypal(facts(100, part)))).toMatchObject({ lost: 100 });
    // A case that was told of again since began before that.
    const toldAgain = { ...part, openedAt: day(4) };
    expect(standing(atPaypal(facts(200, { ...toldAgain, beganAt: day(2) })))).toEqual(counted);
    // Each refund is taken from one case only, and none from a case that was opened after it, or at Stripe.
    expect(standing(atPaypal(facts(200, part, { ...part, providerDisputeId: 'dp_2' }))).lost).toBe(200);
    expect(standing(atPaypal(facts(200, toldAgain))).lost).toBe(200);
    expect(standing(facts(200, part)).lost).toBe(200);
  });
});

describe('refundedCents', () => {
  it('counts each refund but those that came to nothing, and never more than was paid', () => {
    const refund = (status: RefundStatus, amountCents = 200) => ({ status, amountCents, createdAt: day(1) });
    const refunds = [refund('succeeded'), refund('pending'), refund('failed'), refund('canceled')];
    expect(refundedCents({ amountCents: 700, refunds })).toBe(400);
    expect(refundedCents({ amountCents: 300, refunds })).toBe(300);
  });
});

describe('isWithheld', () => {
  it('is so while the money is not there', () => {
    const all = [
      'paid',
      'partially_refunded',
      'refunded',
      'disputed',
      'partially_charged_back',
      'charged_back',
    ];
    expect(all.filter(isWithheld)).toEqual(['refunded', 'disputed', 'charged_back']);
  });
});
