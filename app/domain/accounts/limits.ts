import type { RateLimit } from '#app/platform/rate-limit.server.ts';

/** By visitor's address and by account: neither one machine nor many can guess at one account for long. */
export const signInLimits = {
  byAddress: { name: 'sign-in-address', points: 30, seconds: 15 * 60 },
  byEmail: { name: 'sign-in-email', points: 10, seconds: 15 * 60 },
} satisfies Record<string, RateLimit>;

export const registrationLimit: RateLimit = { name: 'registration', points: 20, seconds: 3600 };

export const resetLimits = {
  byAddress: { name: 'reset-address', points: 20, seconds: 3600 },
  byEmail: { name: 'reset-email', points: 4, seconds: 3600 },
} satisfies Record<string, RateLimit>;

export const resendLimit: RateLimit = { name: 'verification-resend', points: 5, seconds: 3600 };

export const changePasswordLimit: RateLimit = { name: 'change-password', points: 10, seconds: 15 * 60 };
