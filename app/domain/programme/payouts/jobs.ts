import type { NoData } from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    'gather-payouts': NoData;
    'settle-closings': NoData;
    'send-payouts': NoData;
    'poll-payouts': NoData;
  }
}
