import type { Viewer } from '#app/domain/access/viewer.ts';
import { earlierSubscriptions, keepBegun } from '#app/domain/billing/earlier-subscriptions.server.ts';
import { acceptPurchaseTerms } from '#app/domain/billing/membership.server.ts';
import { atProvider } from '#app/domain/billing/provider-refusal.server.ts';
import { membership } from '#app/domain/catalogue/products.ts';
import { Refusal } from '#app/domain/errors.ts';
import { config } from '#app/platform/config.server.ts';
import { paypal } from '#app/platform/payments/payments.server.ts';

/** How long a subscription that waits for the buyer's approval is offered again; its link at PayPal lasts three hours. */
const reuseHours = 2;

/**
 * Begins the membership's subscription at PayPal, incomplete, and returns the address where the buyer approves it. Asked again, by
 * a double press or a second tab, it answers with the same one. The membership starts with PayPal's webhook.
 * Asking for it is the acceptance of the purchase's terms.
 * @throws {Refusal} conflict with a live membership or one being confirmed; unavailable when PayPal is not offered or not reached.
 */
export async function openPaypalApproval(viewer: Viewer): Promise<string> {
  const wallet = paypal();
  if (!wallet) throw new Refusal('unavailable', 'PayPal is not offered here. Please pay by card.');
  const earlier = await earlierSubscriptions(viewer);
  await acceptPurchaseTerms(viewer);
  return atProvider(async () => {
    const fresh = new Date(Date.now() - reuseHours * 3600 * 1000);
    const open = earlier.find(
      (row) => row.status === 'incomplete' && row.provider === 'paypal' && row.createdAt > fresh,
    );
    const begun = open ? await wallet.findApproval(open.providerSubscriptionId) : null;
    if (begun?.approveUrl) return begun.approveUrl;
    const { subscriptionId, approveUrl } = await wallet.startSubscription({
      userId: viewer.id,
      product: membership,
      brandName: config().brandName,
      returnUrl: `${config().appUrl}/thank-you`,
      cancelUrl: `${config().appUrl}/checkout`,
      idempotencyKey: `membership-${viewer.id}-${earlier.length}`,
    });
    await keepBegun(viewer, { provider: 'paypal', providerSubscriptionId: subscriptionId });
    return approveUrl;
  });
}
