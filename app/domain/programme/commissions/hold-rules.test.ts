import { describe, expect, it } from 'vitest';
import { mailboxOf, rulesThatHold, type Suspicion } from '#app/domain/programme/commissions/hold-rules.ts';

it.each([
  [' Ada@Example.com ', 'ada@example.com'],
  ['ada+shop@example.com', 'ada@example.com'],
  ['a.d.a@example.com', 'a.d.a@example.com'],
  ['A.da+x@gmail.com', 'ada@gmail.com'],
  ['a.da@googlemail.com', 'ada@gmail.com'],
])('the mailbox of %j is %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

describe('a commission is held', () => {
  const limits = { firstPaymentsFromNetwork: 3, refundDays: 30, refundSales: 10, refundPercent: 20 };
  const buyer = { emails: ['buyer@example.com', 'old@example.com'], payoutEmails: ['paid@example.com'] };
  const referrer = { emails: ['seller@example.net'], payoutEmails: ['payout@example.net'] };
  const suspicion: Suspicion = {
    buyer,
    referrer,
    hasSameCard: false,
    firstPaymentsFromNetwork: 3,
    recentSales: 10,
    recentReturns: 2,
  };

  it.each<[string, Partial<Suspicion>]>([
    ['same_card', { hasSameCard: true }],
    ['alias_address', { referrer: { ...referrer, emails: ['x@example.net', 'Old+1@example.com'] } }],
    ['same_payout_address', { referrer: { ...referrer, payoutEmails: ['paid@example.com'] } }],
    ['same_payout_address', { referrer: { ...referrer, payoutEmails: ['old@example.com'] } }],
    ['same_payout_address', { referrer: { ...referrer, emails: ['paid@example.com'] } }],
    ['disposable_address', { buyer: { ...buyer, emails: ['a@example.com', 'b@x.mailinator.com'] } }],
    ['network_rush', { firstPaymentsFromNetwork: 4 }],
    ['refund_rate', { recentReturns: 3 }],
  ])('by %s alone', (rule, fields) => {
    expect(rulesThatHold({ ...suspicion, ...fields }, limits)).toEqual([rule]);
  });

  it('by none up to the limits, and by no rate of few sales', () => {
    expect(rulesThatHold(suspicion, limits)).toEqual([]);
    expect(rulesThatHold({ ...suspicion, recentSales: 9, recentReturns: 9 }, limits)).toEqual([]);
  });
});
