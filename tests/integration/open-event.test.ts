import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openEvent } from '#app/domain/selling/payment-events/open-event.server.ts';
import { PaymentError, type Provider, type ProviderEvent } from '#app/platform/payments/port.ts';

const event: ProviderEvent = {
  provider: 'paypal',
  id: 'evt_1',
  type: 'a type',
  createdAt: new Date(),
  payload: {},
};

/** A provider that is asked about a signature, or need not be, and answers so. */
const senderThat = (isAsked: boolean, answer: () => ProviderEvent) =>
  ({
    openWebhook: async (_body: string, _headers: Headers, beforeAsking?: () => Promise<void>) => {
      if (isAsked) await beforeAsking?.();
      return answer();
    },
  }) as unknown as Provider;

const refusing = (code: string) => () => {
  throw new PaymentError(code, 'No.', false);
};

describe('signatures that a provider is asked about', () => {
  it('count where they are made up, each, whatever else comes from the same address meanwhile', async () => {
    const visitor = randomUUID();
    const open = (isAsked: boolean, answer: () => ProviderEvent) =>
      openEvent(senderThat(isAsked, answer), '{}', new Headers(), visitor);
    for (let tries = 0; tries < 60; tries += 1)
      await expect(open(true, refusing('bad_signature'))).rejects.toMatchObject({ code: 'bad_signature' });
    // What needs no asking neither counts nor takes back what does.
    expect(await open(false, () => event)).toBe(event);
    for (const code of ['unreachable', 'bad_signature'])
      await expect(open(false, refusing(code))).rejects.toMatchObject({ code });
    await expect(open(true, () => event)).rejects.toThrow('Too many attempts');
  });
});
