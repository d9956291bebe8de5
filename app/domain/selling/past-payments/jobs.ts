import type { NoData } from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** Reads what was paid for adopted subscriptions before they were adopted, as history, from where the last attempt stopped. */
    'import-past-payments': NoData;
  }
}
