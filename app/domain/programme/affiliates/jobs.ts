import type { NoData } from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** Reminds resellers whose trial ends within three days. */
    'announce-trial-ends': NoData;
    /** Adds up the referral clicks of finished days and months for the affiliate statistics. */
    'count-click-days': NoData;
    /** Creates an affiliate's promotion code at the payment provider. */
    'publish-promotion-code': { promotionCodeId: string };
  }
}
