import { expect, it } from 'vitest';
import { stripePageOrigins } from '#app/platform/http/payment-sources.ts';
import { stripePage } from '#app/platform/payments/stripe/pages.server.ts';

it('people are led to Stripe’s own pages', () => {
  for (const origin of stripePageOrigins)
    expect(stripePage(`${origin}/c/pay/cs_1#a`, { isSandbox: false })).toBe(`${origin}/c/pay/cs_1#a`);
});

it.each([
  'https://evil.example/c/pay',
  'http://checkout.stripe.com/c/pay',
  'https://checkout.stripe.com.evil.example/',
  'https://checkout.stripe.com@evil.example/',
  'https://checkout.stripe.com:8443/',
  '//checkout.stripe.com/',
  'javascript:alert(1)',
  '',
])('and nowhere else: %s', (address) => {
  expect(() => stripePage(address, { isSandbox: false })).toThrow('could not be opened');
});

it('and, with the sandbox, to those that it names', () => {
  const own = 'http://localhost:3000/sandbox/checkout/cs_1';
  expect(stripePage(own, { isSandbox: true })).toBe(own);
  expect(() => stripePage(own, { isSandbox: false })).toThrow();
  expect(() => stripePage('no address', { isSandbox: true })).toThrow();
});
