import type { NoData } from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** Queues the steps of sequences that are due, batch by batch, and starts sequences for people who got stuck. */
    'send-sequences': NoData;
  }
}
