import type { Endpoint } from '#app/sandbox/stripe/endpoint.ts';
import { pageOf, pageParams } from '#app/sandbox/stripe/listing.ts';

/** Checkouts, found again by what they led to. */
export const sessionList: Endpoint = {
  method: 'GET',
  path: /^\/v1\/checkout\/sessions$/,
  takes: ['payment_intent', 'subscription', 'customer', 'status', ...pageParams],
  run: ({ store, params }) =>
    pageOf(store, {
      url: '/v1/checkout/sessions',
      kind: 'checkout.session',
      params,
      by: ['payment_intent', 'subscription', 'customer', 'status'],
    }),
};
