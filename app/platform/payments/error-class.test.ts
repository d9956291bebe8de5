import { describe, expect, it } from 'vitest';
import { classOfError, operatorWords } from '#app/platform/payments/error-class.ts';
import { PaymentError } from '#app/platform/payments/port.ts';
import { unknownThere } from '#app/platform/payments/unknown-there.ts';

const error = (code: string, isRetryable: boolean) =>
  new PaymentError(code, 'Please try again.', isRetryable);

describe('classOfError', () => {
  it.each([
    ['final', unknownThere('Stripe', 'subscription')],
    ['final', error('charge_disputed', false)],
    ['final', error('REFUND_TIME_LIMIT_EXCEEDED', false)],
    ['retry', error('api_error', true)],
    ['retry', error('no_answer', true)],
    ['unknown', error('parameter_invalid', false)],
    ['unknown', new TypeError('x is undefined')],
    ['unknown', 'x'],
  ] as const)('is %s of %s', (expected, thrown) => {
    expect(classOfError(thrown)).toBe(expected);
  });
});

describe('operatorWords', () => {
  it('say what happened, and not what a buyer is told', () => {
    expect(operatorWords(unknownThere('Stripe', 'payment'))).toMatch(/^Stripe does not know this payment/);
    expect(operatorWords(error('charge_disputed', false))).toBe(
      'The payment provider has refused this for good: charge_disputed.',
    );
    expect(operatorWords(error('api_error', true))).toBe('Please try again. (api_error)');
    expect(operatorWords(new Error('oops'))).toBe('oops');
  });
});
