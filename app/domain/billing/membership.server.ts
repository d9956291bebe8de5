import type { Viewer } from '#app/domain/access/viewer.ts';
import { customerOf } from '#app/domain/billing/customer.server.ts';
import { earlierSubscriptions, keepBegun } from '#app/domain/billing/earlier-subscriptions.server.ts';
import { atProvider } from '#app/domain/billing/provider-refusal.server.ts';
import { membership } from '#app/domain/catalogue/products.ts';
import { recordAcceptance } from '#app/domain/legal/acceptance.server.ts';
import { config } from '#app/platform/config.server.ts';
import { payments, paypal } from '#app/platform/payments/payments.server.ts';
import type { PaymentProvider } from '#app/platform/payments/port.ts';

/** How long a subscription begun but not paid is offered again; the provider drops it after 23 hours. */
const reuseHours = 22;

const metadataOf = (viewer: Viewer) => ({ user_id: viewer.id, product: membership.key });

/**
 * Begins the membership's subscription, incomplete, and returns the secret with which the browser pays its first invoice
 * (P22). Asked again, by a reload or a second tab, it answers with the same subscription.
 * @throws {Refusal} conflict with a live membership or one being confirmed; unavailable when the provider cannot be reached.
 */
export async function startMembershipPayment(viewer: Viewer): Promise<{ clientSecret: string }> {
  const earlier = await earlierSubscriptions(viewer);
  return atProvider(async () => {
    const fresh = new Date(Date.now() - reuseHours * 3600 * 1000);
    const open = earlier.find(
      (row) => row.status === 'incomplete' && row.provider === 'stripe' && row.createdAt > fresh,
    );
    const secret = open ? await payments().findOpenSecret(open.providerSubscriptionId) : null;
    if (secret) return { clientSecret: secret };
    const { subscriptionId, clientSecret } = await payments().startSubscription({
      customerId: await customerOf(viewer),
      product: membership,
      metadata: metadataOf(viewer),
      idempotencyKey: `membership-${viewer.id}-${earlier.length}`,
    });
    await keepBegun(viewer, { provider: 'stripe', providerSubscriptionId: subscriptionId });
    return { clientSecret };
  });
}

/** Keeps that someone who is about to pay accepts what the checkout names beside its button, as those texts are now. */
export async function acceptPurchaseTerms(viewer: Viewer): Promise<void> {
  await recordAcceptance(viewer.id, ['terms', 'refund-policy']);
}

/**
 * Opens the provider's hosted checkout for the membership and returns its address. For browsers without scripts: asking for it
 * is the acceptance of the purchase's terms.
 * @throws {Refusal} conflict with a live membership or one being confirmed; unavailable when the provider cannot be reached.
 */
export async function openHostedCheckout(viewer: Viewer): Promise<string> {
  const earlier = await earlierSubscriptions(viewer);
  await acceptPurchaseTerms(viewer);
  // A double press gets one checkout; a new try a minute later a new one.
  const minute = Math.floor(Date.now() / 60_000);
  return atProvider(async () =>
    payments().createHostedCheckout({
      customerId: await customerOf(viewer),
      product: membership,
      metadata: metadataOf(viewer),
      successUrl: `${config().appUrl}/thank-you`,
      cancelUrl: `${config().appUrl}/checkout`,
      idempotencyKey: `checkout-${viewer.id}-${earlier.length}-${minute}`,
    }),
  );
}

/** Cancels and refunds a subscription that must not be, at the provider that sold it; the worker calls it. */
export async function undoSubscription(sold: {
  provider: PaymentProvider;
  providerSubscriptionId: string;
}): Promise<void> {
  const seller = sold.provider === 'paypal' ? paypal() : payments();
  if (!seller) throw new Error('A subscription of PayPal is to be undone, but PayPal is not configured.');
  await seller.undoSubscription(sold.providerSubscriptionId);
}
