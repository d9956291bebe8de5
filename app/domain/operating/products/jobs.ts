import type { NoData } from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** Makes prices and plans at the payment providers that are not there yet. */
    'provision-prices': NoData;
  }
}
