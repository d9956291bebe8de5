import type { NoData } from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** Asks the model provider for embeddings of passages whose text has changed. */
    'embed-passages': NoData;
  }
}
