import { daySeconds } from '#app/platform/durations.ts';
import { consumeRateLimits, type RateLimit } from '#app/platform/rate-limit.server.ts';

/**
 * How many mails one address gets in a day that anybody can have sent to it, by all forms together: each form has its own limit, and a
 * stranger who goes from one to the next would still fill a mailbox. Password resets and sign-in links have only limits of their own, or
 * a stranger could lock an owner on a new device out for a day (P189).
 */
export const strangerMailLimit: RateLimit = { name: 'stranger-mail', points: 12, seconds: daySeconds };

/**
 * Counts a mail that anybody can have sent to an address against the limit of its form and that of all forms.
 * @throws {RateLimitExceeded} where one of them is used up
 */
export async function consumeStrangerMail(email: string, limit: RateLimit): Promise<void> {
  await consumeRateLimits([
    [limit, email],
    [strangerMailLimit, email],
  ]);
}
