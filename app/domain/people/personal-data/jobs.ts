import type { NoData } from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** Makes an archive that was asked for. */
    'export-data': { exportId: string };
    /** Erases accounts whose time to think again is over, and reminds those whose is nearly so. */
    'delete-accounts': NoData;
  }
}
