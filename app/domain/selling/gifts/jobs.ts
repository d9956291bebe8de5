import type { NoData } from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** Emails gifts whose day has come, forgets the addresses of old ones, and deletes those that nobody paid. */
    'deliver-gifts': NoData;
    /**
     * Starts, holds and ends gift memberships: a gift waits while its recipient pays for a membership, and ends where its money went
     * back. Also runs when the money of a gift moves.
     */
    'settle-gifts': NoData;
  }
}
