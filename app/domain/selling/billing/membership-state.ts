import { isLive } from '#app/domain/core/access/live-statuses.ts';
import { openUntil } from '#app/domain/selling/billing/past-due.ts';
import { canOf, type PaymentProvider } from '#app/platform/payments/port.ts';
import type { SubscriptionStatus } from '#app/platform/payments/subscription-status.ts';

/** What is had by a subscription, each by what gives it. */
export const subscribedKinds = ['membership', 'reseller_pro', 'team'] as const;
type SubscribedKind = (typeof subscribedKinds)[number];

/** The same, and selections of the library, which are paid in installments. */
export type Subscribed = SubscribedKind | `only:${string}`;

/** Whether something that a product gives can be had by a subscription, as forms name it. */
export const isSubscribed = (gives: string | undefined): gives is Subscribed =>
  gives !== undefined &&
  ((subscribedKinds as readonly string[]).includes(gives) || /^only:[a-z][a-z0-9_]{0,60}$/.test(gives));

/** As much of a subscription to the membership as its state is told from. */
export interface MembershipRow {
  provider: PaymentProvider;
  status: SubscriptionStatus;
  /** Integer cents for each interval. */
  amount: number;
  /** What takes something off each payment, in cents, that is made before it ends; absent or null for nothing. */
  discount?: { cents: number; until: Date } | null;
  currency: string;
  /** How often it is paid: "month", "year", "3 month". */
  interval: string;
  createdAt: Date;
  subscribedAt: Date | null;
  currentPeriodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  canceledAt: Date | null;
  requestedChange: 'cancel' | 'keep' | null;
  /** Whether the payment of its current period is there, not given back in full and not kept by the bank; or none is due yet. */
  isPaid: boolean;
  /** Whether the payment of its current period is in dispute, or was kept by the bank: nothing is open meanwhile. */
  isDisputed: boolean;
  /** Whether the payment of its current period was given back in full: nothing is open, and the provider is asked to end it. */
  isRefunded: boolean;
  /** Since when a payment is missing that is tried again; null while none is. */
  pastDueSince: Date | null;
  /** Why it gives nothing until an operator decides. */
  heldReason: string | null;
  /** Until when it costs nothing at first; null or left out where it does not. */
  freeUntil?: Date | null;
  /** The card that pays it, as far as its provider has told and it is asked for. */
  card?: PayingCard | null;
  /** What is paid from the next period on in place of its price; null or absent where that stays. */
  next?: { amountCents: number; interval: string } | null;
  /** A new price for the same interval that its member was told of: the first renewal from a moment on takes it. */
  coming?: { amountCents: number; from: Date } | null;
  /** From when to when it is paused, ahead or running; null or absent where it is not. */
  pausedFrom?: Date | null;
  pausedUntil?: Date | null;
}

/** A card, as its holder knows it. */
export interface PayingCard {
  brand: string;
  last4: string;
}

/** How somebody stands with the membership, as the billing page tells it. Money is integer cents. */
export type MembershipState =
  /** Never had one, or begun and given up long ago. */
  | { kind: 'none' }
  /** Had without a subscription: an operator has given it. Nothing is charged. */
  | { kind: 'given' }
  /** Begun at a checkout and not confirmed by the provider; `isPaid` once it has told of the money. */
  | { kind: 'unconfirmed'; provider: PaymentProvider; isPaid: boolean }
  | { kind: 'active'; provider: PaymentProvider; card: PayingCard | null; nextPayment: NextPayment }
  /** Asked to end; the provider's news of it is on its way. Without `until` it ends at once. */
  | { kind: 'canceling'; provider: PaymentProvider; until: Date | null }
  /** Asked to go on after all; the provider's news of it is on its way. */
  | { kind: 'keeping'; provider: PaymentProvider; until: Date | null }
  /** Canceled, and to be used until then. */
  | { kind: 'running_out'; provider: PaymentProvider; until: Date | null; canKeep: boolean }
  /** A renewal failed and is tried again; everything is open until then, or no more without `until`. */
  | {
      kind: 'past_due';
      provider: PaymentProvider;
      card: PayingCard | null;
      amountCents: number;
      currency: string;
      until: Date | null;
    }
  /** The last payment is in dispute: nothing is open. `until` of one that is canceled. */
  | { kind: 'disputed'; provider: PaymentProvider; isCanceled: boolean; until: Date | null }
  /** The bank has kept the last payment, which ends the membership; `endedAt` once the provider has said so. */
  | { kind: 'charged_back'; provider: PaymentProvider; endedAt: Date | null }
  /** Paid, and to be paused from the end of the period to when it is paid again. */
  | {
      kind: 'pausing';
      provider: PaymentProvider;
      card: PayingCard | null;
      from: Date;
      until: Date;
      nextPayment: NextPayment;
    }
  /**
   * Nothing is charged and nothing is open; it goes on by itself with the next payment, which `nextPayment` tells. `dueNowCents` is what
   * resuming it now takes.
   */
  | {
      kind: 'paused';
      provider: PaymentProvider;
      card: PayingCard | null;
      until: Date;
      dueNowCents: number;
      nextPayment: NextPayment;
    }
  /** The provider has stopped collecting, and nothing is open. */
  | { kind: 'stopped'; provider: PaymentProvider }
  | { kind: 'ended'; provider: PaymentProvider; endedAt: Date | null };

/** Whether the provider is about to tell something that changes it. */
export const isAwaited = (state: MembershipState): boolean =>
  (state.kind === 'unconfirmed' && state.isPaid) ||
  state.kind === 'canceling' ||
  state.kind === 'keeping' ||
  (state.kind === 'past_due' && state.until === null) ||
  (state.kind === 'charged_back' && state.endedAt === null);

/** The state of who has something, or not, by whatever gives it: without a subscription that does, it was given. */
export const withGifts = (state: MembershipState, hasIt: boolean): MembershipState =>
  hasIt && (state.kind === 'none' || isOver(state)) ? { kind: 'given' } : state;

/** Whether what somebody had by a subscription is over, however it ended. */
const isOver = (state: MembershipState): boolean =>
  state.kind === 'ended' || (state.kind === 'charged_back' && state.endedAt !== null);

/** The payment that comes next; `at` is null where the provider has not told it, or is collecting it now. */
export interface NextPayment {
  at: Date | null;
  amountCents: number;
  currency: string;
  /** How often it follows: "month", "year", "3 month". */
  interval: string;
  /** Nothing is charged before it: the first intervals are free. */
  isFirst?: true;
  /** How often it was paid until then, where that changes with it. */
  switchesFrom?: string;
  /** The price that the first renewal from a moment on takes, where that is another one. */
  coming?: { amountCents: number; from: Date };
}

/** How long a checkout that was begun may still turn out to be paid: Stripe gives it up after 23 hours. */
const unconfirmedHours = 24;

const stoppedStatuses: readonly SubscriptionStatus[] = ['unpaid', 'paused'];

/** The subscription that a person's state is told from: the one that gives or may give something, else the latest that did. */
export function chooseSubscription<T extends MembershipRow>(rows: readonly T[], now: Date): T | undefined {
  const since = new Date(now.getTime() - unconfirmedHours * 3600 * 1000);
  const newestFirst = rows.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  return (
    newestFirst.find(({ status }) => isLive(status)) ??
    newestFirst.find(({ status }) => stoppedStatuses.includes(status)) ??
    newestFirst.find(({ status, createdAt }) => status === 'incomplete' && createdAt > since) ??
    newestFirst.find(({ status, subscribedAt }) => status === 'canceled' && subscribedAt !== null)
  );
}

/** Whether there is something to cancel: a membership that takes money, or may again. */
export function isCancelable({ status }: { status: SubscriptionStatus }): boolean {
  return isLive(status) || stoppedStatuses.includes(status);
}

type Money = Pick<MembershipRow, 'isDisputed' | 'isPaid'>;

/** Whether the bank has kept the payment of the current period, for good. */
export const isChargedBack = ({ isDisputed, isPaid }: Money): boolean => isDisputed && !isPaid;

/** Whether the payment of the current period is in dispute, and may still be found to be right. */
export const isInDispute = ({ isDisputed, isPaid }: Money): boolean => isDisputed && isPaid;

/** Whether a membership that is canceled now has a paid period to run out; without one it ends at once. */
export function hasPaidPeriod(row: MembershipRow, now: Date): boolean {
  const { provider, status, isPaid, pastDueSince, pausedFrom } = row;
  if (isChargedBack(row) || pastDueSince !== null) return false;
  // The paid period is over once a pause has begun, also where no news of that has come.
  if (pausedFrom && pausedFrom <= now) return false;
  if (status !== 'active' && status !== 'trialing') return false;
  // Where the provider ends a subscription at once, what goes on here is what was paid.
  return canOf(provider).cancelAtPeriodEnd || isPaid;
}

/** Until when one may use a membership that is canceled now; null when it ends at once, or the provider has not said. */
export function accessEndsAt(row: MembershipRow, now: Date): Date | null {
  return hasPaidPeriod(row, now) ? row.currentPeriodEnd : null;
}

/** Whether a membership that is to end can still be kept: some providers end a subscription for good. */
export function canBeKept(row: MembershipRow, now: Date): boolean {
  const { provider, status, cancelAtPeriodEnd, requestedChange, currentPeriodEnd } = row;
  const isToEnd = cancelAtPeriodEnd || requestedChange === 'cancel';
  const isOver = currentPeriodEnd !== null && currentPeriodEnd <= now;
  return (
    canOf(provider).cancelAtPeriodEnd && isToEnd && !isOver && (status === 'active' || status === 'trialing')
  );
}

/** Tells a subscription's state; what the member asked for and the provider has not confirmed is told as such. */
export function stateOf(row: MembershipRow | undefined, now: Date): MembershipState {
  if (!row) return { kind: 'none' };
  const { provider, status, currentPeriodEnd, cancelAtPeriodEnd, requestedChange, pastDueSince } = row;
  const { amount: amountCents, currency, interval, card = null } = row;
  if (status === 'incomplete') return { kind: 'unconfirmed', provider, isPaid: row.isPaid };
  if (!isCancelable(row))
    return { kind: isChargedBack(row) ? 'charged_back' : 'ended', provider, endedAt: row.canceledAt };
  if (row.heldReason !== null) return { kind: 'unconfirmed', provider, isPaid: true };
  if (isChargedBack(row)) return { kind: 'charged_back', provider, endedAt: null };
  // What was given back does not run out: the job that ends it is about to come.
  const isUnpaid = cancelAtPeriodEnd && !hasPaidPeriod(row, now) && !canOf(provider).cancelAtPeriodEnd;
  const isGivenBack = row.isRefunded || isUnpaid;
  if (isGivenBack || (requestedChange === 'cancel' && !cancelAtPeriodEnd))
    return {
      kind: 'canceling',
      provider,
      until: row.isDisputed || row.isRefunded ? null : accessEndsAt(row, now),
    };
  if (row.isDisputed && isLive(status))
    return {
      kind: 'disputed',
      provider,
      isCanceled: cancelAtPeriodEnd,
      until: cancelAtPeriodEnd ? currentPeriodEnd : null,
    };
  if (cancelAtPeriodEnd && isLive(status))
    return requestedChange === 'keep'
      ? { kind: 'keeping', provider, until: currentPeriodEnd }
      : { kind: 'running_out', provider, until: currentPeriodEnd, canKeep: canBeKept(row, now) };
  if (status === 'past_due' || pastDueSince !== null) {
    const until = pastDueSince && openUntil(pastDueSince);
    const openUntilThen = until && until > now ? until : null;
    return { kind: 'past_due', provider, card, amountCents, currency, until: openUntilThen };
  }
  const { pausedFrom, pausedUntil } = row;
  if (pausedFrom && pausedUntil && (isLive(status) || status === 'paused')) {
    const cents = priceAt(row, pausedUntil);
    const nextPayment = { at: pausedUntil, amountCents: cents, currency, interval };
    return status === 'paused' || pausedFrom <= now
      ? { kind: 'paused', provider, card, until: pausedUntil, dueNowCents: priceAt(row, now), nextPayment }
      : { kind: 'pausing', provider, card, from: pausedFrom, until: pausedUntil, nextPayment };
  }
  if (!isLive(status)) return { kind: 'stopped', provider };
  const { freeUntil } = row;
  if (freeUntil && freeUntil > now)
    return {
      kind: 'active',
      provider,
      card,
      nextPayment: { at: freeUntil, amountCents, currency, interval, isFirst: true },
    };
  const at = currentPeriodEnd && currentPeriodEnd > now ? currentPeriodEnd : null;
  return {
    kind: 'active',
    provider,
    card,
    nextPayment: row.next
      ? { at, currency, ...row.next, switchesFrom: interval }
      : { at, ...comingPayment(row), currency, interval },
  };
}

/** What a discount takes off a payment that is made at a moment, in integer cents. */
export const discountAt = ({ discount }: Pick<MembershipRow, 'discount'>, at: Date | null): number =>
  discount && at && discount.until > at ? discount.cents : 0;

/** What the next renewal takes, where a new price was told too. */
function comingPayment(row: MembershipRow): Pick<NextPayment, 'amountCents' | 'coming'> {
  const { coming, currentPeriodEnd } = row;
  if (!coming) return { amountCents: priceAt(row, currentPeriodEnd) };
  const isDue = currentPeriodEnd !== null && currentPeriodEnd >= coming.from;
  return {
    amountCents: isDue
      ? coming.amountCents - discountAt(row, currentPeriodEnd)
      : priceAt(row, currentPeriodEnd),
    coming,
  };
}

const priceAt = (row: MembershipRow, at: Date | null) => row.amount - discountAt(row, at);
