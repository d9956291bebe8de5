import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { findSubscription } from '#app/domain/selling/billing/billing-overview.server.ts';
import type { Subscribed } from '#app/domain/selling/billing/membership-state.ts';
import { isCancelable } from '#app/domain/selling/billing/membership-state.ts';
import { atProvider } from '#app/domain/selling/billing/provider-refusal.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { findProvider } from '#app/platform/payments/payments.server.ts';
import { canOf, PaymentError, type PaymentProvider, type Provider } from '#app/platform/payments/port.ts';

/** What Stripe says of a customer or a subscription that it does not have (any more). */
const goneCodes = ['customer_missing', 'resource_missing'];

/**
 * Opens the provider's page on which the card that pays the viewer's membership, or what else they have by a subscription, is
 * replaced, and returns its address; at a provider that has accounts, the page on which they choose what pays.
 * @throws {Refusal} conflict when there is nothing that is paid; unavailable when the provider cannot be reached.
 */
export async function openCardPage(viewer: Viewer, gives: Subscribed = 'membership'): Promise<string> {
  const row = await findSubscription(viewer.id, now(), gives);
  if (!row || !isCancelable(row)) throw new Refusal('conflict', 'There is nothing that is paid by card.');
  const returnUrl = `${config().appUrl}/profile/billing`;
  const { providerSubscriptionId: subscriptionId } = row;
  const seller = sellerOf(row.provider);
  const payerPage = seller.payerPage(subscriptionId);
  if (payerPage) return payerPage;
  return atProvider(async () => {
    try {
      const page = await seller.openCardPage({
        subscriptionId,
        returnUrl,
        savedUrl: `${returnUrl}?card=saved`,
      });
      // Which card it is will be asked for anew.
      await prisma().subscription.update({ where: { id: row.id }, data: { cardAskedAt: null } });
      return page;
    } catch (error) {
      const isGone = error instanceof PaymentError && goneCodes.includes(error.code);
      if (!isGone) throw error;
      throw new Refusal(
        'conflict',
        'The payment provider no longer has your card. Once it has ended you can join again with another.',
      );
    }
  });
}

/** @throws {Refusal} where a provider that sold something is not connected any more */
function sellerOf(name: PaymentProvider): Provider {
  const seller = findProvider(name);
  if (seller) return seller;
  throw new Refusal('unavailable', `${canOf(name).title} is not connected to this site at the moment.`);
}
