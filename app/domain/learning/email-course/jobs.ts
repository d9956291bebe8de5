import type { NoData } from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** Sends the letters of the email course that are due, at most one for each subscriber. */
    'send-email-course': NoData;
  }
}
