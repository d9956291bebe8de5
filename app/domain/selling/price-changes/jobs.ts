import type { NoData } from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** Tells subscribers that their price changes, and has the providers change it shortly before the renewal. */
    'move-prices': NoData;
  }
}
