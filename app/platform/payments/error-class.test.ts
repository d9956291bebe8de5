import { describe, expect, it } from 'vitest';
import { classOfError, operatorWords } from '#app/platform/payments/error-class.ts';
import { PaymentError } from '#app/platform/payments/port.ts';
import { unknownToProvider } from '#app/platform/payments/unknown-to-provider.ts';

const error = (code: string, isRetryable: boolean, status?: number) =>
  new PaymentError(code, 'Please try again.', isRetryable, status);

describe('classOfError', () => {
  it.each([
    ['final', unknownToProvider('Stripe', 'subscription')],
    ['final', error('charge_disputed', false)],
    ['final', error('REFUND_TIME_LIMIT_EXCEEDED', false)],
    ['retry', error('api_error', true)],
    ['retry', error('no_answer', true)],
    ['unknown', error('parameter_invalid', false)],
    ['final', error('parameter_invalid', false, 400)],
    ['final', error('A_CODE_NOBODY_KNOWS', false, 422)],
    ['final', error('card_declined', false, 402)],
    ['unknown', error('invalid_client', false, 401)],
    ['unknown', error('NOT_AUTHORIZED', false, 403)],
    ['unknown', error('idempotency_key_in_use', false, 409)],
    ['unknown', error('REFUND_FAILED_INSUFFICIENT_FUNDS', false, 422)],
    ['retry', error('rate_limit', true, 429)],
    ['retry', error('api_error', true, 500)],
    ['unknown', new TypeError('x is undefined')],
    ['unknown', 'x'],
  ] as const)('is %s of %s', (expected, thrown) => {
    expect(classOfError(thrown)).toBe(expected);
  });
});

describe('operatorWords', () => {
  it('say what happened, and not what a buyer is told', () => {
    expect(operatorWords(unknownToProvider('Stripe', 'payment'))).toMatch(
      /^Stripe does not know this payment/,
    );
    expect(operatorWords(error('charge_disputed', false))).toBe(
      'The payment provider has refused this for good: charge_disputed.',
    );
    expect(operatorWords(error('api_error', true))).toBe('Please try again. (api_error)');
    expect(operatorWords(new Error('oops'))).toBe('oops');
  });
});
