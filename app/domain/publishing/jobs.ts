import type { NoData } from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** Publishes scheduled edits that are due and still pass the checks. */
    'publish-scheduled': NoData;
    /** After a publication: updates the search index and the list of new pieces, if the publishing process could not. */
    'follow-content': NoData;
    /** Emails the operator, once a month at most, the claims of the library that were last checked more than a quarter ago. */
    'review-sources': NoData;
  }
}
