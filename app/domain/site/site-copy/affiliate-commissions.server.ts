import { z } from 'zod';
import { copy, once, titled } from '#app/domain/learning/facts/copy.server.ts';

const words = z.record(z.string(), z.string());

/** The words of an affiliate's overview and of the rows of their ledger. */
export const affiliateCommissionsCopy = once(
  'affiliate-commissions',
  z.strictObject({
    overview: z.object({
      earnings: copy,
      month: copy,
      monthNote: copy,
      waiting: copy,
      waitingNote: copy,
      review: copy,
      approved: copy,
      approvedNote: copy,
      below: copy,
      paid: copy,
      paidNote: copy,
      onItsWay: copy,
      sales: copy,
      salesNote: copy,
      rate: copy,
      rateNote: copy,
      programme: copy,
      clicks: copy,
      conversion: copy,
      conversionNote: copy,
      epc: copy,
      epcNote: copy,
      lapsed: copy,
      join: copy,
      pay: copy,
      recent: copy,
      all: copy,
      empty: titled.extend({ link: copy }),
    }),
    list: z.object({
      title: copy,
      lead: copy,
      what: copy,
      filters: z.object({ all: copy, earned: copy, changed: copy, nothing: copy, payouts: copy }),
      button: copy,
      empty: copy,
      columns: z.object({ day: copy, what: copy, amount: copy, state: copy }),
    }),
    kinds: words,
    states: words,
    entry: z.object({
      title: copy,
      back: copy,
      unknown: copy,
      sum: copy,
      paid: copy,
      returned: copy,
      cameBack: copy,
      received: copy,
      rate: copy,
      due: copy,
      before: copy,
      commission: copy,
      whose: copy,
      about: copy,
      rules: z.object({ registration: copy, promotion_code: copy, click: copy }),
      second: copy,
      code: copy,
      click: copy,
      payment: copy,
      day: copy,
      available: copy,
      availableLater: copy,
      availableHeld: copy,
      payout: copy,
      statement: copy,
      reason: copy,
      product: copy,
      all: copy,
    }),
    reasons: words,
  }),
);

/** Why a row was written, in words; an adjustment's are the operator's own. Of a dispute that is over, how it ended. */
export function reasonInWords(
  reason: string | null,
  disputeOutcome: 'won' | 'lost' | null = null,
): string | null {
  if (reason === null) return null;
  const { reasons } = affiliateCommissionsCopy();
  return reasons[disputeOutcome ? `${reason}_then_${disputeOutcome}` : reason] ?? reasons[reason] ?? reason;
}
