import type { NoData } from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** Issues receipts for payments that have none, such as those from before there were receipts. */
    'issue-receipts': NoData;
    /** Emails receipts and credit notes that no other email has mentioned. */
    'mail-receipts': NoData;
  }
}
