import { dayMs } from '#app/platform/durations.ts';
import { periodAfter } from '#app/platform/payments/interval.ts';

// What a member is told before money is taken, or before something ends (P131).

/** Days before a renewal on which a yearly or a changed price is told: where less is left, at once. */
export const priceNoticeDays = 30;

/** Days between the email about a new price and the first payment at it. */
export const moveNoticeDays = 30;

/** Days before the first payment that follows months for nothing. */
const firstChargeNoticeDays = 7;

/** Days before each payment of installments. */
export const installmentNoticeDays = 7;

/** Days before something canceled ends. */
export const endNoticeDays = 3;

/** Days before a card's end. */
export const cardNoticeDays = 31;

/** From when on a renewal takes a new price: from the day that was chosen, and 30 days after its member was told. */
export const newPriceFrom = (takesEffectAt: Date, notifiedAt: Date): Date =>
  new Date(Math.max(takesEffectAt.getTime(), notifiedAt.getTime() + moveNoticeDays * dayMs));

/** As much of a subscription that renews as tells whether its renewal is to be announced. */
export interface Renewal {
  interval: string;
  /** Integer cents: what is taken next, before tax, and what its member was told last; null where nobody has told anything. */
  amount: number;
  toldCents: number | null;
  startedAt: Date | null;
  currentPeriodEnd: Date;
  /** First intervals of its product that cost nothing. */
  freeIntervals: number;
  /** Whether any money was taken for it. */
  hasPaid: boolean;
  /** How many payments there are in all, and how many were taken; null for what renews until it is canceled. */
  installments: number | null;
  installmentsTaken: number;
}

/** Why a renewal is announced. */
type NoticeReason = 'free_months_end' | 'price_changed' | 'yearly' | 'installment';

/** Why the next renewal is to be told now; null where it need not be, or not yet. */
export function noticeDue(renewal: Renewal, now: Date): NoticeReason | null {
  const daysLeft = (renewal.currentPeriodEnd.getTime() - now.getTime()) / dayMs;
  if (daysLeft <= 0) return null;
  if (renewal.installments !== null) {
    const isDue = renewal.installmentsTaken < renewal.installments && daysLeft <= installmentNoticeDays;
    return isDue ? 'installment' : null;
  }
  if (isFirstCharge(renewal)) return daysLeft <= firstChargeNoticeDays ? 'free_months_end' : null;
  if (daysLeft > priceNoticeDays) return null;
  if (renewal.toldCents !== null && renewal.toldCents !== renewal.amount) return 'price_changed';
  return renewal.interval.includes('year') ? 'yearly' : null;
}

/** The end of the intervals that cost nothing; null where there are none, or money was taken since. */
export function freeUntil({
  interval,
  freeIntervals,
  hasPaid,
  startedAt,
}: Pick<Renewal, 'interval' | 'freeIntervals' | 'hasPaid' | 'startedAt'>): Date | null {
  if (freeIntervals === 0 || hasPaid || !startedAt) return null;
  return periodAfter(startedAt, interval, startedAt, freeIntervals);
}

/** Whether the next renewal ends the months that were free. */
function isFirstCharge(renewal: Renewal): boolean {
  const end = freeUntil(renewal);
  // Providers differ in the hour.
  return end !== null && renewal.currentPeriodEnd.getTime() >= end.getTime() - dayMs;
}
