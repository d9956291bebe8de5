import type { NoData } from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** Queues letters to many people that are being sent, batch by batch, and begins those whose time has come. */
    'send-letters': NoData;
  }
}
