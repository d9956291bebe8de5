import type { NoData } from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** Makes the archive of a person's data that they asked for, and emails them when it is ready. */
    'export-data': { exportId: string };
    /** Erases accounts whose grace period is over (P112), and reminds people two days before. */
    'delete-accounts': NoData;
  }
}
