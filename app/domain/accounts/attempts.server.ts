import { consumeRateLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';

const minutes = (count: number) => count * 60;
const hours = (count: number) => count * 3600;

/** How often one visitor's address may try, and at the last one how often one user. */
const attemptLimits = {
  sign_in: { name: 'sign-in-address', points: 30, seconds: minutes(15) },
  registration: { name: 'registration', points: 20, seconds: hours(1) },
  reset_request: { name: 'reset-address', points: 20, seconds: hours(1) },
  password_reset: { name: 'new-password-address', points: 20, seconds: hours(1) },
  password_change: { name: 'change-password', points: 10, seconds: minutes(15) },
} satisfies Record<string, RateLimit>;

export type AttemptKind = keyof typeof attemptLimits;

const admitted: unique symbol = Symbol('admitted');

/** Leave to try something once. Only `admit` gives it, so that no door can ask a command without its limit. */
export interface Attempt<K extends AttemptKind> {
  readonly kind: K;
  /** The visitor's address; of a password change the user's id. */
  readonly by: string;
  readonly [admitted]: true;
}

/**
 * Counts one attempt, before anything of it is parsed or reckoned.
 * @throws {RateLimitExceeded} when there were too many.
 */
export async function admit<K extends AttemptKind>(kind: K, by: string): Promise<Attempt<K>> {
  await consumeRateLimit(attemptLimits[kind], by);
  return { kind, by, [admitted]: true };
}

/**
 * Limits by account. The tight one counts an account's attempts from one address, so that who uses it up shuts out nobody else;
 * the wide one, for an account from anywhere, is out of reach of fewer than ten addresses (sign-in) or five (reset).
 */
export const accountLimits = {
  signInFromAddress: { name: 'sign-in-account-address', points: 10, seconds: minutes(15) },
  signIn: { name: 'sign-in-account', points: 100, seconds: minutes(15) },
  resetFromAddress: { name: 'reset-account-address', points: 5, seconds: hours(6) },
  reset: { name: 'reset-account', points: 25, seconds: hours(6) },
} satisfies Record<string, RateLimit>;

/** Mails that anybody can have sent to any address, by address: nobody's mailbox is to be filled. */
export const mailLimits = {
  registration: { name: 'registration-mail', points: 3, seconds: hours(24) },
  verification: { name: 'verification-resend', points: 3, seconds: hours(24) },
} satisfies Record<string, RateLimit>;
