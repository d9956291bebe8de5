import type { RateLimit } from '#app/platform/rate-limit.server.ts';

/** The longest message, in characters (P79). */
export const longestMessage = 2_000;

/** Messages of one user within a minute: more than anybody types. */
export const burst: RateLimit = { name: 'assistant-burst', points: 12, seconds: 60 };

/** Conversations are kept this many days after their last message. */
export const conversationRetentionDays = 90;

/** Messages of one conversation; the next begins another. */
export const longestConversation = 200;
