import type { NoData } from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    'roll-up-figures': NoData;
    'reckon-standings': NoData;
    'forget-visitors': NoData;
  }
}
