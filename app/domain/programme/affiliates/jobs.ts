import type { NoData } from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    'announce-trial-ends': NoData;
    'count-click-days': NoData;
    'publish-promotion-code': { promotionCodeId: string };
  }
}
