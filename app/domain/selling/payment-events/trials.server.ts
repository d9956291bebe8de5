import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { productName, productOf } from '#app/domain/core/catalogue/products.ts';
import { isFinal } from '#app/domain/selling/billing/membership-rules.ts';
import { applied, type EventResult, ignored } from '#app/domain/selling/payment-events/event-outcome.ts';
import { findKnownSubscription, findPayer } from '#app/domain/selling/payment-events/payer.server.ts';
import { subscribedProduct } from '#app/domain/selling/payment-events/subscriptions.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import type { TrialEnding } from '#app/platform/payments/facts.ts';

/** Tells a member what will be taken when their trial is over, and when; nobody of whom nothing will be. */
export async function tellOfTrialEnd(tx: Transaction, fact: TrialEnding): Promise<EventResult> {
  const { provider, subscriptionId, metadata, price, trialEnd } = fact;
  const named = subscribedProduct({ lookupKey: price.lookupKey, metadata });
  const known = await findKnownSubscription(tx, provider, subscriptionId);
  const product = known?.product ?? named?.key;
  if (!product) return ignored('not_ours');
  const user = await findPayer(tx, fact, known);
  if (!user) return ignored('payer_unknown');
  const row = await tx.db.subscription.findUnique({
    where: { provider_providerSubscriptionId: { provider, providerSubscriptionId: subscriptionId } },
    select: { status: true },
  });
  if (fact.cancelAtPeriodEnd || trialEnd <= now() || (row && isFinal(row.status))) return applied;
  await recordActivity(tx, { kind: 'trial_ending', userId: user.id, details: { product } });
  const { appUrl, checkout } = config();
  await queueMail(tx, user.email, 'trial-ending', {
    name: user.name,
    title: productName(product),
    amountCents: price.amountCents,
    currency: price.currency,
    interval: price.interval,
    hasTaxOnTop: checkout.hasTaxOnTop,
    trialEndsAt: trialEnd,
    billingUrl: `${appUrl}/profile/billing`,
    cancelUrl: `${appUrl}${productOf(product)?.pages.cancel ?? '/profile/billing'}`,
  });
  return applied;
}
