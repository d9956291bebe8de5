import type { RateLimit } from '#app/platform/rate-limit.server.ts';

/** Cancelling, keeping and replacing a card, by member: each asks the payment provider. */
export const billingChangeLimit: RateLimit = { name: 'billing-change', points: 20, seconds: 3600 };
