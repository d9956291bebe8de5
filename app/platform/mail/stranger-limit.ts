import type { RateLimit } from '#app/platform/rate-limit.server.ts';

/**
 * How many mails one address gets in a day that anybody can have sent to it, by all forms together: each form has its own limit, and a
 * stranger who goes from one to the next would still fill a mailbox. What the account’s own devices ask for does not count (P189).
 */
export const strangerMailLimit: RateLimit = { name: 'stranger-mail', points: 12, seconds: 24 * 3600 };
