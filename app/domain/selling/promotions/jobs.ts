import type { NoData } from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /**
     * Gives back uses of promotion codes whose buyers have not paid within an hour, and closes what they began at the provider
     * ([decision 61](decisions/0061-uses-of-promotion-codes-are-reserved.md)).
     */
    'release-promotion-uses': NoData;
  }
}
