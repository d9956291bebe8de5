import type { NoData } from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** What somebody was since then has turned out otherwise: payments they may have earned on are reckoned again. ISO 8601. */
    'reckon-seller': { userId: string; since: string };
    'reckon-past-payments': NoData;
    'approve-commissions': NoData;
    'announce-lapses': NoData;
    'prove-ledger': NoData;
  }
}
