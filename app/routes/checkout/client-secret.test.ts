import { afterEach, expect, it, vi } from 'vitest';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { SoldOut } from '#app/domain/selling/billing/stock.server.ts';
import { requestClientSecret } from '#app/routes/checkout/client-secret.ts';
import { hasPaid } from '#app/routes/checkout/has-paid.server.ts';
import { jsonError } from '#app/routes/http/json-error.server.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['a payment that was begun', Response.json({ clientSecret: 'pi_1_secret' }), { secret: 'pi_1_secret' }],
  ['who has paid already', jsonError(409, 'conflict', 'You have it.'), 'paid'],
  ['what is sold out', jsonError(409, 'sold_out', 'It is sold out.'), { soldOut: 'It is sold out.' }],
  ['what cannot be sold now', jsonError(503, undefined, 'Try again.'), null],
  ['an answer that is none', new Response('<html>', { status: 200 }), null],
] as const)('tells %s from the rest', async (_, response, outcome) => {
  vi.stubGlobal('fetch', async () => response);
  expect(await requestClientSecret('/create-payment-intent')).toEqual(outcome);
});

it('takes nobody for a buyer who reads that nothing is left', () => {
  expect(hasPaid(new Refusal('conflict', 'You have it.'))).toBe(true);
  expect(hasPaid(new SoldOut('It is sold out.'))).toBe(false);
  expect(hasPaid(new Refusal('unavailable', 'Try again.'))).toBe(false);
});
