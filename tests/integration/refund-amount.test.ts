import { expect, it } from 'vitest';
import { readRefundAmount } from '#app/domain/selling/billing/user-money.server.ts';

const payment = { leftCents: 4_700, currency: 'usd' };

it('refunds all that is left unless another amount was chosen', () => {
  expect(readRefundAmount(payment, null)).toEqual({ amountCents: 4_700, problem: null });
  expect(readRefundAmount(payment, '20')).toEqual({ amountCents: 2_000, problem: null });
});

it('says what is wrong with an amount, and names none', () => {
  expect(readRefundAmount(payment, '47.01')).toEqual({
    amountCents: null,
    problem: 'Please enter at most $47',
  });
  for (const typed of ['', '0', '-5', 'all', '1e3'])
    expect(readRefundAmount(payment, typed), typed).toEqual({
      amountCents: null,
      problem: expect.stringMatching(/\w/),
    });
});
