import { productName } from '#app/domain/core/catalogue/products.ts';
import type { LedgerEntry, LedgerState } from '#app/domain/programme/commissions/ledger.server.ts';
import type { MovementReason } from '#app/domain/programme/commissions/ledger-row.ts';
import { isReturned, type PayoutState } from '#app/domain/programme/payouts/states.ts';

/** Why a row is what it is, as its owner reads it. */
const reasons: Record<MovementReason, string> = {
  own_purchase: 'your own purchase',
  account_inactive: 'your account was not active',
  not_in_programme: 'you had not joined the program',
  product_pays_nobody: 'this product pays no commission',
  role_not_paid: 'only Reseller PRO is paid for the program fee',
  membership_lapsed: 'your own membership had lapsed',
  rate_is_zero: 'your rate was 0%',
  second_tier_off: 'there is no second tier',
  nothing_left: 'the seller’s share left nothing',
  too_small: 'less than half a cent',
  payment_returned: 'the payment was refunded',
  payment_held: 'the payment is under review',
  other_currency: 'paid in another currency',
  rejected: 'not accepted after a review',
  refund: 'refund to the buyer',
  refund_failed: 'a refund did not go through',
  dispute: 'the buyer disputes the payment',
  dispute_won: 'the dispute was won',
  dispute_lost: 'the dispute was lost',
  tax: 'part of the payment is tax',
  terms: 'a correction to your status that day',
  released: 'released by the operator',
  payout: 'paid out',
  payout_returned: 'a payout was returned',
  given_up: 'you gave it up',
  withheld: 'withheld after a review',
  unclaimed: 'nobody claimed it',
  not_claimed_back: 'not claimed back',
  write_off_reversed: 'the money came back after it was written off',
  reversed_after_write_off: 'a commission that had been written off was taken back',
};

/** The same as an operator reads it, where the owner is spoken to. */
const reasonsForOperators: Partial<Record<MovementReason, string>> = {
  own_purchase: 'their own purchase',
  account_inactive: 'their account was not active',
  not_in_programme: 'they had not joined the program',
  membership_lapsed: 'their own membership had lapsed',
  rate_is_zero: 'their rate was 0%',
  terms: 'a correction to their status that day',
  given_up: 'they gave it up',
};

const isReason = (reason: string): reason is MovementReason => Object.hasOwn(reasons, reason);

const kinds: Record<LedgerEntry['kind'], string> = {
  earning: 'Commission',
  second_tier_earning: 'Second tier',
  reversal: 'Reversed',
  restoration: 'Restored',
  adjustment: 'Adjustment',
  not_earned: 'Nothing earned',
  payout: 'Payout',
  payout_returned: 'Payout returned',
  write_off: 'Written off',
  opening_balance: 'Opening balance',
};

/** A row of the ledger in words: what it is, and the details beside it. */
export function wordsOf(
  { kind, product, ratePercent, reason, payout }: LedgerEntry,
  reader: 'owner' | 'operator' = 'owner',
): { title: string; details: string } {
  const isPayout = kind === 'payout' || kind === 'payout_returned';
  const title = isPayout && payout ? `${kinds[kind]} ${payout.number}` : kinds[kind];
  const why = kind === 'earning' || kind === 'second_tier_earning' || isPayout ? null : reason;
  const details = [
    product ? productName(product) : null,
    ratePercent === null || kind === 'not_earned' ? null : `${ratePercent}%`,
    why ? (isReason(why) ? (reader === 'operator' && reasonsForOperators[why]) || reasons[why] : why) : null,
  ];
  return { title, details: details.filter(Boolean).join(', ') };
}

/** What has become of a row, in a word or two. */
export const stateWords: Record<LedgerState, string> = {
  waiting: 'Waiting',
  approved: 'Approved',
  under_review: 'Under review',
  in_payout: 'On its way',
  paid: 'Paid',
  none: '',
};

/** How far a payout is, in words. */
export const payoutWords: Record<
  PayoutState,
  { text: string; tone: 'neutral' | 'good' | 'warn' | 'danger' }
> = {
  requested: { text: 'Being prepared', tone: 'neutral' },
  sending: { text: 'Being sent', tone: 'neutral' },
  pending: { text: 'On its way', tone: 'neutral' },
  onhold: { text: 'Held by PayPal', tone: 'warn' },
  unclaimed: { text: 'Not claimed yet', tone: 'warn' },
  paid: { text: 'Paid', tone: 'good' },
  failed: { text: 'Failed', tone: 'danger' },
  returned: { text: 'Came back', tone: 'danger' },
  blocked: { text: 'Blocked', tone: 'danger' },
  refunded: { text: 'Sent back', tone: 'danger' },
  reversed: { text: 'Reversed', tone: 'danger' },
  canceled: { text: 'Canceled', tone: 'neutral' },
};

/** What became of a row, on the statement of a payout (by its number) or of a month: what came back may be paid by a later one. */
export function fateOf({ state, payout }: Pick<LedgerEntry, 'state' | 'payout'>, statement: number | null) {
  const word = stateWords[state];
  return payout && statement !== null && payout.number !== statement
    ? `${word}, statement ${payout.number}`
    : word;
}

/** What the rows of a payout's statement come to is called by what became of the money. */
export function sumWords(state: PayoutState): string {
  if (state === 'paid') return 'Paid out';
  if (state === 'canceled') return 'Not paid out';
  return isReturned(state) ? 'Sent, and came back' : 'To be paid out';
}
