import type { RateLimit } from '#app/platform/rate-limit.server.ts';

/** Cancelling, keeping, replacing a card or a receipt and asking for money back, by member. */
export const billingChangeLimit: RateLimit = { name: 'billing-change', points: 20, seconds: 3600 };

/** Beginning to buy, by buyer: a press, a reload or another tab each ask the provider (P166). */
export const purchaseLimit: RateLimit = { name: 'purchase', points: 60, seconds: 600 };
