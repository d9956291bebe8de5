import type { NoData } from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** Has the provider embed the passages whose text has changed. */
    'embed-passages': NoData;
  }
}
