import { daySeconds } from '#app/platform/durations.ts';
import type { RateLimit } from '#app/platform/rate-limit.server.ts';

/** Writing down a gift that is to be paid, by giver. */
export const giftLimit: RateLimit = { name: 'gift', points: 30, seconds: 3600 };

/** Codes that are none, by account. */
export const redeemLimit: RateLimit = { name: 'gift-redeem', points: 20, seconds: 3600 };

/** Codes that are none, by a visitor's address. */
export const codeGuessLimit: RateLimit = { name: 'gift-code-guess', points: 60, seconds: 3600 };

/** Emailing a gift once more, by gift. */
export const resendLimit: RateLimit = { name: 'gift-resend', points: 3, seconds: daySeconds };
