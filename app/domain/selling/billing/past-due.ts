import { pastDueDays } from '#app/domain/core/access/grace.ts';
import { dayMs } from '#app/platform/durations.ts';

// The days after a renewal that could not be collected (P104).

/** The days on which a member is told of a payment that is missing, counted from when it failed first. */
const noticeDays = [0, 3, 7, 12] as const;

/** Until when what was bought stays open, the payment being missing since then. */
export function openUntil(pastDueSince: Date): Date {
  return new Date(pastDueSince.getTime() + pastDueDays * dayMs);
}

/** The day of the notice that is due, being the latest that has come; null once nothing is open any more. */
export function dueNotice(pastDueSince: Date, now: Date): (typeof noticeDays)[number] | null {
  if (now >= openUntil(pastDueSince)) return null;
  const days = (now.getTime() - pastDueSince.getTime()) / dayMs;
  return noticeDays.findLast((day) => day <= days) ?? 0;
}

/**
 * Whether a member has been told on this day, or a later one, of a payment that is missing since then. News in another order move
 * that a little, and the member is not told again for it: what is missing after a payment, or apart from that, is another one.
 */
export function isTold(
  told: { missingToldSince: Date | null; missingToldDay: number | null; paidAt: Date | null },
  since: Date,
  day: number,
): boolean {
  const { missingToldSince, missingToldDay, paidAt } = told;
  if (missingToldSince === null || missingToldDay === null) return false;
  // What failed and was paid in the same second is paid.
  if (paidAt !== null && paidAt >= missingToldSince) return false;
  const isSame = Math.abs(since.getTime() - missingToldSince.getTime()) < pastDueDays * dayMs;
  return isSame && day <= missingToldDay;
}

/** As much as tells whether a payment for a subscription is missing. */
export interface PaymentsSoFar {
  status: string;
  lastEventAt: Date | null;
  currentPeriodStart: Date | null;
  /** When attempts failed, in any order. */
  failedAt: readonly Date[];
  /** When the payment of the current period was made. */
  paidAt: Date | null;
}

/**
 * Since when a payment is missing, if one is: since the first failure after the payment of the current period. Derived from what is known, so that
 * the order in which it was told makes no difference. Some providers say of no subscription that it is past due: `tellsPastDue`. Where
 * one says so and no failure has been told, it counts from the period that is unpaid, or from that news.
 */
export function pastDueSince(known: PaymentsSoFar, tellsPastDue: boolean): Date | null {
  const { status, lastEventAt, currentPeriodStart, failedAt, paidAt } = known;
  if (status !== 'past_due' && (tellsPastDue || status !== 'active')) return null;
  const isUnpaid = (at: Date) => paidAt === null || at > paidAt;
  const earliest = (times: readonly Date[]) =>
    times.filter(isUnpaid).toSorted((a, b) => a.getTime() - b.getTime())[0];
  const failed = earliest(failedAt);
  if (failed || status !== 'past_due' || lastEventAt === null) return failed ?? null;
  // A payment that is later than the news of the status is about to change it.
  return isUnpaid(lastEventAt) ? (earliest([currentPeriodStart ?? lastEventAt, lastEventAt]) ?? null) : null;
}
