import type Stripe from 'stripe';
import type { Pause } from '#app/platform/payments/facts.ts';
import { PaymentError, type Provider, type ResumeOutcome } from '#app/platform/payments/port.ts';
import { asking } from '#app/platform/payments/stripe/errors.server.ts';
import { asNewAttempts } from '#app/platform/payments/stripe/new-attempts.server.ts';
import { noPause, type PauseMetadata, pauseOf } from '#app/platform/payments/stripe/pause-state.ts';
import { hasDiscountEnded } from '#app/platform/payments/stripe/subscription-discounts.server.ts';

/** How long before the first period that is paid again collection resumes, in seconds: its invoice must not be voided too. */
const resumesBeforeSeconds = 3600;

const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000);

const refusal = (code: string, text: string) => new PaymentError(code, text, false);

/** Why a subscription cannot be paused as it stands at Stripe, in words for the member; null where nothing is in the way. */
function whyNotAtStripe({ status, ...subscription }: Stripe.Subscription): string | null {
  if (subscription.cancel_at_period_end || subscription.cancel_at)
    return 'Your membership is set to end, so there is nothing to pause.';
  if (status === 'past_due' || status === 'unpaid')
    return 'Your last payment did not go through. Once it is paid, you can pause.';
  if (status === 'trialing')
    return 'Your membership costs nothing yet. You can pause after your first payment.';
  const isPlain = !subscription.pause_collection && !subscription.schedule;
  const isCharged = subscription.collection_method === 'charge_automatically';
  if (status !== 'active' || !isPlain || !isCharged || subscription.items.data.length !== 1)
    return 'Your subscription cannot be paused here as it is. Please write to support to pause it.';
  return null;
}

const stale = () =>
  refusal(
    'pause_stale',
    'Your membership has changed since this page was shown. Check what it shows now, then press the button again.',
  );

/** Months for which nothing is collected: Stripe voids the invoices of that time, and resumes by itself. */
export function createPauses(stripe: Stripe): Pick<Provider, 'pauseSubscription' | 'resumeSubscription'> {
  async function pause(id: string, { from, until }: Pause): Promise<void> {
    const subscription = await stripe.subscriptions.retrieve(id);
    // Idempotent: a second press, or one in another tab, finds it done.
    if (pauseOf(subscription)) return;
    const text = whyNotAtStripe(subscription);
    if (text) throw refusal('pause_unready', text);
    if (subscription.items.data[0]?.current_period_end !== secondsOf(from)) throw stale();
    for (const status of ['draft', 'open'] as const) {
      const { data } = await stripe.invoices.list({ subscription: id, status, limit: 1 });
      if (data.length > 0)
        throw refusal('pause_unpaid', 'This month’s payment is still being taken. Try again in a few hours.');
    }
    const metadata: PauseMetadata = {
      pause_from: String(secondsOf(from)),
      pause_until: String(secondsOf(until)),
    };
    await stripe.subscriptions.update(id, {
      pause_collection: { behavior: 'void', resumes_at: secondsOf(until) - resumesBeforeSeconds },
      metadata: { ...metadata },
    });
  }

  /** What a period costs as a subscription stands, before tax, in cents: its price without what discounts that still run take off. */
  async function periodCents({ items, discounts }: Stripe.Subscription): Promise<number> {
    const [item] = items.data;
    let cents = (item?.price.unit_amount ?? 0) * (item?.quantity ?? 1);
    for (const discount of discounts) {
      if (typeof discount === 'string' || hasDiscountEnded(discount, item?.current_period_start)) continue;
      const { coupon: ref } = discount.source;
      const coupon = typeof ref === 'string' ? await stripe.coupons.retrieve(ref) : ref;
      cents -= coupon?.amount_off ?? Math.round((cents * (coupon?.percent_off ?? 0)) / 100);
    }
    return Math.max(0, cents);
  }

  async function resume(id: string, shownCents: number | null): Promise<ResumeOutcome> {
    const subscription = await stripe.subscriptions.retrieve(id, { expand: ['discounts'] });
    const paused = pauseOf(subscription);
    if (!paused) return 'unchanged';
    const cleared = { pause_collection: '' as const, metadata: { ...noPause } };
    if (Number(subscription.items.data[0]?.current_period_start) < secondsOf(paused.from)) {
      await stripe.subscriptions.update(id, cleared);
      return 'withdrawn';
    }
    // What the site knows may be late: nothing is taken that was not shown, and nothing for what is to end.
    const isToEnd = subscription.cancel_at_period_end || subscription.cancel_at;
    if (isToEnd || shownCents === null || (await periodCents(subscription)) > shownCents) throw stale();
    // Two presses at once are one call: a period must not begin, and be paid, twice.
    const { latest_invoice: invoice } = await asNewAttempts(
      `resume-${id}-${secondsOf(paused.from)}`,
      (idempotencyKey) =>
        stripe.subscriptions.update(
          id,
          {
            ...cleared,
            billing_cycle_anchor: { type: 'now' },
            proration_behavior: 'none',
            // A card that is refused leaves it paused.
            payment_behavior: 'error_if_incomplete',
            expand: ['latest_invoice'],
          },
          { idempotencyKey },
        ),
    );
    return invoice && typeof invoice !== 'string' && invoice.status === 'paid' ? 'paid' : 'pending';
  }

  return {
    pauseSubscription: (id, times) => asking(() => pause(id, times), 'subscription'),
    resumeSubscription: (id, shownCents) => asking(() => resume(id, shownCents), 'subscription'),
  };
}
