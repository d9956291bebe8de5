import type { SubscriptionStatus } from '#app/platform/payments/subscription-status.ts';

/** Statuses in which a subscription gives what was bought; a payment being retried does not take it away at once. */
export const liveStatuses = [
  'trialing',
  'active',
  'past_due',
] as const satisfies readonly SubscriptionStatus[];

/** Whether a subscription in this status gives what was bought. */
export function isLive(status: SubscriptionStatus): boolean {
  return (liveStatuses as readonly string[]).includes(status);
}

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
