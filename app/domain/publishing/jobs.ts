import type { NoData } from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    'publish-scheduled': NoData;
    /** Has the search, and who is told of new pieces, follow what is published. */
    'follow-content': NoData;
  }
}
