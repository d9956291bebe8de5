import type { NoData } from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** Delivers outgoing webhooks that are due: many at once, few to each endpoint. Also runs when there is a new event. */
    'send-webhooks': NoData;
  }
}

declare module '#app/platform/runtime/broadcast.server.ts' {
  interface Topics {
    /** There are events to send; the database announces it (`tell_webhooks`). */
    'outgoing-webhooks': '';
  }
}
