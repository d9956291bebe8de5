import type { NoData } from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** Recalculates commissions on payments a seller may have earned on, after a change to the seller's history. `since` is ISO 8601. */
    'reckon-seller': { userId: string; since: string };
    /** Calculates commissions on payments of referred buyers from before there was a ledger. */
    'reckon-past-payments': NoData;
    /** Approves pending commissions whose holding period is over. */
    'approve-commissions': NoData;
    /** Emails affiliates and resellers three days before their membership runs out, and when it has: they stop earning then. */
    'announce-lapses': NoData;
    /** Checks that the commission ledger adds up, and reports every difference. */
    'prove-ledger': NoData;
  }
}
