import { describe, expect, it, vi } from 'vitest';
import { classOfError } from '#app/platform/payments/error-class.ts';
import { PaypalProblem } from '#app/platform/payments/paypal/client.server.ts';
import { asking } from '#app/platform/payments/paypal/errors.server.ts';

vi.mock('#app/platform/log.server.ts', () => ({ log: () => ({ error: () => undefined }) }));

describe('asking PayPal', () => {
  it.each([
    [400, 'INVALID_PARAMETER_SYNTAX', 'final'],
    [422, 'A_CODE_NOBODY_KNOWS', 'final'],
    [401, 'invalid_client', 'unknown'],
    [408, 'TIMEOUT', 'retry'],
    [409, 'CONFLICT', 'retry'],
    [429, 'RATE_LIMIT_REACHED', 'retry'],
    [503, 'UNAVAILABLE', 'retry'],
  ] as const)('has %i %s %s', async (status, issue, expected) => {
    const error = await asking(() => Promise.reject(new PaypalProblem(status, issue))).catch(
      (thrown: unknown) => thrown,
    );
    expect(classOfError(error)).toBe(expected);
  });
});
