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
