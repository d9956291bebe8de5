import type Stripe from 'stripe';
import type {
  ForeignSubscription,
  ForeignSubscriptions,
} from '#app/platform/payments/foreign-subscriptions.ts';
import { priceOf, stateOfSubscription } from '#app/platform/payments/stripe/describe-event.ts';
import { asking } from '#app/platform/payments/stripe/errors.server.ts';
import { unlessMissing } from '#app/platform/payments/stripe/missing-object.server.ts';
import { createPastPayments } from '#app/platform/payments/stripe/past-payments.server.ts';
import { idOf } from '#app/platform/payments/stripe/values.ts';

const expand = ['customer'];

/** One without an item has no price, and nothing to adopt. */
function foreignOf(subscription: Stripe.Subscription): ForeignSubscription[] {
  const { id, customer } = subscription;
  const { price, ...state } = stateOfSubscription(subscription);
  if (!price) return [];
  const email = typeof customer === 'string' || customer.deleted ? null : customer.email;
  return [{ id, priceId: price.id, customerId: idOf(customer), email, state: { ...state, price } }];
}

/** Subscriptions and prices at Stripe that another system has made. */
export function createForeign(stripe: Stripe): ForeignSubscriptions {
  return {
    ...createPastPayments(stripe),

    describePrice: (priceId) =>
      asking(async () => {
        const price = await unlessMissing(stripe.prices.retrieve(priceId));
        return price?.recurring ? priceOf({ price, quantity: 1 }) : null;
      }),

    findForeign: (subscriptionId) =>
      asking(async () => {
        const subscription = await unlessMissing(stripe.subscriptions.retrieve(subscriptionId, { expand }));
        return (subscription && foreignOf(subscription)[0]) ?? null;
      }),

    async *listForeign(priceId) {
      let after: string | undefined;
      for (;;) {
        const page = await asking(() =>
          stripe.subscriptions.list({
            price: priceId,
            status: 'all',
            limit: 100,
            expand: expand.map((path) => `data.${path}`),
            ...(after ? { starting_after: after } : {}),
          }),
        );
        yield page.data.flatMap(foreignOf);
        after = page.data.at(-1)?.id;
        if (!page.has_more || !after) return;
      }
    },
  };
}
