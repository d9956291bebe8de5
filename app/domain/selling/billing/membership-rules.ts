import type { SubscriptionStatus } from '#app/platform/payments/subscription-status.ts';

/** Statuses no event leads out of. */
export function isFinal(status: SubscriptionStatus): boolean {
  return status === 'canceled' || status === 'incomplete_expired';
}

/** Whether an event of `eventAt` still says something new, given the newest one applied. One-way: an ended subscription stays so. */
export function isNewer(
  current: { status: SubscriptionStatus; lastEventAt: Date | null },
  eventAt: Date,
  next: SubscriptionStatus,
): boolean {
  if (isFinal(current.status)) return false;
  if (current.lastEventAt === null) return true;
  if (eventAt > current.lastEventAt) return true;
  // Events of the same second come in any order: nothing goes back to incomplete.
  return eventAt.getTime() === current.lastEventAt.getTime() && next !== 'incomplete';
}
