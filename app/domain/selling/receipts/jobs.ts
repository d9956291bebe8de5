import type { NoData } from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** Of payments from before there were receipts. */
    'issue-receipts': NoData;
    /** Those that no other mail has told of. */
    'mail-receipts': NoData;
  }
}
