import type { NoData } from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /**
     * On the payout day: creates payouts from approved commissions. Daily, because the payout day is a setting and last payouts can fall
     * on any day.
     */
    'gather-payouts': NoData;
    /**
     * Starts and finishes closing the accounts of affiliates who left (P192), writes off negative balances of erased accounts, and sends
     * reminders about last payouts.
     */
    'settle-closings': NoData;
    /** Sends payouts in confirmed batches to PayPal, and shows payout addresses that have become usable. */
    'send-payouts': NoData;
    /** Asks PayPal what became of payouts that are not final yet. */
    'poll-payouts': NoData;
  }
}
