import { isLive } from '#app/domain/core/access/live-statuses.ts';
import { isFinal } from '#app/domain/selling/billing/membership-rules.ts';
import type { Pause, SubscriptionState } from '#app/platform/payments/facts.ts';
import type { SubscriptionStatus } from '#app/platform/payments/subscription-status.ts';

/** A provider's news of a subscription's state. */
export interface StatusNews extends SubscriptionState {
  /** When the provider made the event. */
  eventAt: Date;
  /** When its provider was asked how it stands, and answered this; null for how it stood when an event was made. */
  askedAt: Date | null;
  /** Begun by the site; else somebody made it at the provider, at a price of ours. */
  isBegunHere: boolean;
  /** The product of the catalogue whose price it has; null where its price is none of ours, or not told. */
  priceProduct: string | null;
}

/** What news are compared with. */
interface KnownState {
  status: SubscriptionStatus;
  lastEventAt: Date | null;
  cancelAtPeriodEnd: boolean;
  priceId: string | null;
  quantity: number;
  nextPrice?: string | null;
  pausedFrom?: Date | null;
  pausedUntil?: Date | null;
}

/** Whether news tells of the pause that is known, or of none as is known. */
export const isPauseAsKnown = (
  known: Pick<KnownState, 'pausedFrom' | 'pausedUntil'>,
  pause: Pause | null | undefined,
): boolean =>
  known.pausedFrom?.getTime() === pause?.from.getTime() &&
  known.pausedUntil?.getTime() === pause?.until.getTime();

/** Thrown for news of the same second as those before, and other than them: only the provider can tell which are the later ones. */
export class StateUnclear extends Error {}

/**
 * Whether nobody can tell if news or what is known of a subscription is later: made in the same second, neither its beginning nor
 * its end, and different.
 */
export function isUnclear(known: KnownState, news: StatusNews): boolean {
  if (news.askedAt !== null || known.lastEventAt?.getTime() !== news.eventAt.getTime()) return false;
  const isInBetween = (status: SubscriptionStatus) => status !== 'incomplete' && !isFinal(status);
  if (!isInBetween(known.status) || !isInBetween(news.status)) return false;
  const isOtherPrice = news.price !== null && known.priceId !== null && news.price.id !== known.priceId;
  const isOtherNext = (news.nextPrice ?? null) !== (known.nextPrice ?? null);
  const isOtherQuantity = news.price !== null && (news.price.quantity ?? 1) !== known.quantity;
  const isOtherState = known.status !== news.status || !isPauseAsKnown(known, news.pause);
  const isOtherEnd = known.cancelAtPeriodEnd !== news.cancelAtPeriodEnd;
  return isOtherState || isOtherEnd || isOtherNext || isOtherPrice || isOtherQuantity;
}

/** News that takes longer than this after a member's request is looked for by the reconciliation. */
const onItsWayMinutes = 10;

/**
 * How news stand to what the member has asked for and the provider has accepted: it knows of that, and its news, or its answer, may be
 * from before it.
 */
export function besideRequest(
  known: { requestedChange: 'cancel' | 'keep' | null; requestedAt: Date | null },
  news: StatusNews,
  now: Date,
): {
  /** The member has asked since: what they were told about that stands. */
  isOvertaken: boolean;
  /** An answer that was on its way while they asked, and does not hold it. */
  isOutdated: boolean;
  /** How it stands now holds what was asked, yet news from before that may still be on its way. */
  isAwaited: boolean;
  /** News against what was just accepted: the provider's clock may be ahead of ours, so it is to be asked. */
  isDoubtful: boolean;
} {
  const { requestedAt, requestedChange } = known;
  if (requestedAt === null)
    return { isOvertaken: false, isOutdated: false, isAwaited: false, isDoubtful: false };
  const isAnswer = news.askedAt !== null;
  const isOvertaken = (news.askedAt ?? news.eventAt) <= requestedAt;
  const isContrary = news.cancelAtPeriodEnd !== (requestedChange === 'cancel');
  const isRecent = now.getTime() - requestedAt.getTime() < onItsWayMinutes * 60_000;
  return {
    isOvertaken,
    isOutdated: isOvertaken && isAnswer && isContrary,
    isAwaited: isRecent && isAnswer && !isContrary,
    isDoubtful: isRecent && isContrary && !isOvertaken && !isAnswer && isLive(news.status),
  };
}
