import type Stripe from 'stripe';
import type { Pause } from '#app/platform/payments/facts.ts';
import { periodAfter } from '#app/platform/payments/interval.ts';

// Stripe's pausing of collection voids the invoices of a time and calls the subscription active throughout. Two times in the subscription's
// metadata say from when to when the site has paused it; without them a pause of collection is the operator's, and gives time for free.

/** When a pause begins and when it is over, in seconds; empty where there is none. */
export interface PauseMetadata {
  pause_from: string;
  pause_until: string;
}

export const noPause: PauseMetadata = { pause_from: '', pause_until: '' };

/** A time in the metadata, in seconds; null for what is none. */
const secondsIn = (text: string | undefined) => (text && /^\d{9,11}$/.test(text) ? Number(text) : null);

type Pausable = Pick<Stripe.Subscription, 'metadata' | 'pause_collection' | 'billing_cycle_anchor'> & {
  items: { data: Pick<Stripe.SubscriptionItem, 'current_period_start' | 'current_period_end'>[] };
};

/**
 * The pause of a subscription, ahead or running; null where there is none (any more). It is over when the period begins that is paid again,
 * which the operator may have moved by changing when collection resumes.
 */
export function pauseOf(subscription: Pausable): Pause | null {
  const { metadata, pause_collection: collection } = subscription;
  const [item] = subscription.items.data;
  const from = secondsIn(metadata.pause_from);
  const until = secondsIn(metadata.pause_until);
  if (!item || from === null || until === null) return null;
  const { current_period_start: start, current_period_end: end } = item;
  const at = (seconds: number) => new Date(seconds * 1000);
  if (!collection) {
    // The next invoice is collected: the period that was left out runs to its end.
    const isRunning = from <= start && start < until;
    return isRunning ? { from: at(from), until: at(end) } : null;
  }
  const resumesAt = collection.resumes_at;
  if (!resumesAt) return { from: at(from), until: at(Math.max(until, end)) };
  let paidAgain = at(end);
  while (paidAgain.getTime() <= resumesAt * 1000)
    paidAgain = periodAfter(paidAgain, 'month', at(subscription.billing_cycle_anchor));
  return { from: at(from), until: paidAgain };
}
