import type { OwnSubscription } from '#app/domain/selling/billing/billing-overview.server.ts';
import { discountAt, type MembershipState } from '#app/domain/selling/billing/membership-state.ts';
import { dayMs } from '#app/platform/durations.ts';
import { canOf } from '#app/platform/payments/port.ts';

// Who is offered a lower price on the page that cancels (P296).

/** What the operator offers: so much less, for so many months. */
export interface WinBackTerms {
  /** Whole percent, 1 to 90. */
  percentOff: number;
  months: number;
}

/** Somebody takes such an offer once in so many days. */
const daysBetweenOffers = 365;

/**
 * Whether a member can be offered a lower price: they pay the full one, by the month, and have taken no such offer in a year. Not while they
 * are told of a new price: the offer could not say what is charged with it and after it.
 */
export function mayBeOffered(
  row: Pick<OwnSubscription, 'provider' | 'interval' | 'currentPeriodEnd' | 'discount'>,
  state: MembershipState,
  lastAcceptedAt: Date | null,
  now: Date,
): boolean {
  const isPaidInFull =
    state.kind === 'active' &&
    !state.nextPayment.isFirst &&
    !state.nextPayment.coming &&
    state.nextPayment.at !== null &&
    discountAt(row, row.currentPeriodEnd) === 0;
  const isFree =
    lastAcceptedAt === null || lastAcceptedAt.getTime() + daysBetweenOffers * dayMs <= now.getTime();
  return isPaidInFull && isFree && row.interval === 'month' && canOf(row.provider).discountsSubscriptions;
}

/** What a price costs with the offer, in integer cents. */
export const withOffer = (cents: number, { percentOff }: WinBackTerms): number =>
  cents - Math.round((cents * percentOff) / 100);
