import { moveNoticeDays, newPriceFrom } from '#app/domain/selling/billing/notice-rules.ts';
import { dayMs } from '#app/platform/durations.ts';

/** Days before a renewal in which its price is changed at the provider. */
export const moveLeadDays = 3;

/** The first day on which a new price can be taken from those who are told today: midnight in UTC, 30 whole days away at least. */
export function earliestMoveDay(now: Date): Date {
  return new Date(Math.ceil((now.getTime() + moveNoticeDays * dayMs) / dayMs) * dayMs);
}

/** The last day that can be chosen. */
export const latestMoveDay = (now: Date): Date => new Date(earliestMoveDay(now).getTime() + 365 * dayMs);

/** As much of a subscription as tells whether its price is changed now. */
interface Moving {
  status: string;
  product: string;
  cancelAtPeriodEnd: boolean;
  requestedChange: string | null;
  /** While it is suspended it ends with its period for as long as its account is deactivated. */
  suspendedAt: Date | null;
  nextPrice: string | null;
  currentPeriodEnd: Date | null;
}

/** Whether nothing renews any more. */
export const hasEnded = ({ status }: Pick<Moving, 'status'>): boolean =>
  status === 'canceled' || status === 'incomplete_expired';

/**
 * What is to be done of a subscription whose member was told of a new price: nothing yet, its price changed, or it keeps its price for a
 * reason, in words for the operator. Who cancels is left out when the period that is paid is over, and who switches once they have switched.
 */
export function moveDue(
  subscription: Moving,
  { priceKey, takesEffectAt, notifiedAt }: { priceKey: string; takesEffectAt: Date; notifiedAt: Date },
  now: Date,
): 'wait' | 'move' | { leaveOut: string } {
  const { status, product, currentPeriodEnd: end } = subscription;
  if (hasEnded(subscription)) return { leaveOut: 'Ended' };
  if (product !== priceKey) return { leaveOut: 'Switched to another price' };
  if (subscription.suspendedAt !== null) return 'wait';
  if (!end || (status !== 'active' && status !== 'trialing')) return 'wait';
  const isNear = end > now && end.getTime() - now.getTime() <= moveLeadDays * dayMs;
  if (!isNear || end < newPriceFrom(takesEffectAt, notifiedAt)) return 'wait';
  // Each can be taken back until the renewal, and then the new price is taken as it was announced.
  const isLeaving =
    subscription.cancelAtPeriodEnd ||
    subscription.requestedChange === 'cancel' ||
    subscription.nextPrice !== null;
  return isLeaving ? 'wait' : 'move';
}
