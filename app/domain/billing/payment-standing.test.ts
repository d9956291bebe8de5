import { describe, expect, it } from 'vitest';
import {
  type DisputeFacts,
  isWithheld,
  type PaymentFacts,
  standingOf,
} from '#app/domain/billing/payment-standing.ts';

const day = (number: number) => new Date(Date.UTC(2026, 10, number));

const dispute = (fields: Partial<DisputeFacts> = {}): DisputeFacts => ({
  providerDisputeId: 'dp_1',
  openedAt: day(2),
  closedAt: null,
  outcome: null,
  ...fields,
});
const won = dispute({ closedAt: day(5), outcome: 'won' });
const lost = dispute({ closedAt: day(5), outcome: 'lost' });
const open = dispute();

const facts = (amountRefundedCents: number, ...disputes: DisputeFacts[]): PaymentFacts => ({
  amountCents: 700,
  amountRefundedCents,
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
    expect(standingOf(facts(0, reversal(day(3)), lost))).toBe('charged_back');
  });
});

describe('isWithheld', () => {
  it('is so while the money is not there', () => {
    const all = ['paid', 'partially_refunded', 'refunded', 'disputed', 'charged_back'];
    expect(all.filter(isWithheld)).toEqual(['refunded', 'disputed', 'charged_back']);
  });
});
