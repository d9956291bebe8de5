import { daySeconds } from '#app/platform/durations.ts';
import type { RateLimit } from '#app/platform/rate-limit.server.ts';

/** Emails with an invitation that a team's owner has sent. */
export const invitationLimit: RateLimit = { name: 'team-invitation', points: 100, seconds: daySeconds };

/** Emails with an invitation to one address, whoever sends them. */
export const invitedAddressLimit: RateLimit = { name: 'team-invited', points: 5, seconds: daySeconds };

/** Accepting invitations, and tokens that are none, by account. */
export const acceptLimit: RateLimit = { name: 'team-accept', points: 30, seconds: 3600 };

/** Asking what another number of seats costs, and changing it, by owner. */
export const seatChangeLimit: RateLimit = { name: 'team-seats', points: 30, seconds: 3600 };
