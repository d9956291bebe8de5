import type Stripe from 'stripe';
import { now } from '#app/platform/clock.server.ts';
import { PaymentError, type Provider } from '#app/platform/payments/port.ts';
import { createCatalogue } from '#app/platform/payments/stripe/catalogue.server.ts';
import { asking } from '#app/platform/payments/stripe/errors.server.ts';
import { idOf } from '#app/platform/payments/stripe/values.ts';

/** Whether a discount takes nothing off any more. The provider's clock may be ahead of ours: a period that began later says so. */
export const hasDiscountEnded = ({ end }: Pick<Stripe.Discount, 'end'>, periodStart = 0): boolean =>
  end !== null && end <= Math.max(now().getTime() / 1000, periodStart);

/** The coupons of the discounts that a subscription has and that have not ended. */
const couponsOf = ({ discounts, items }: Stripe.Subscription) =>
  discounts.flatMap((discount) =>
    typeof discount === 'string' || hasDiscountEnded(discount, items.data[0]?.current_period_start)
      ? []
      : [idOf(discount.source.coupon)],
  );

/** Discounts of subscriptions that run already. */
export function createDiscounts(
  stripe: Stripe,
  collectsTax: boolean,
): Pick<Provider, 'discountSubscription'> {
  const { promotionCoupon } = createCatalogue(stripe, collectsTax);
  return {
    discountSubscription: (id, promotion, currency) =>
      asking(async () => {
        const coupon = await promotionCoupon(promotion, currency);
        const subscription = await stripe.subscriptions.retrieve(id, { expand: ['discounts'] });
        const coupons = couponsOf(subscription);
        // Idempotent: a second press, or one in another tab, finds it done.
        if (coupons.includes(coupon)) return;
        const isToEnd = subscription.cancel_at_period_end || subscription.cancel_at !== null;
        if (coupons.length > 0 || isToEnd || subscription.status !== 'active')
          throw new PaymentError(
            'discount_unready',
            'Your subscription has changed since this page was shown. See your billing page.',
            false,
          );
        const start = subscription.items.data[0]?.current_period_start;
        await stripe.subscriptions.update(
          id,
          { discounts: [{ coupon }] },
          { idempotencyKey: `discount-${id}-${coupon}-${start}` },
        );
      }, 'subscription'),
  };
}
