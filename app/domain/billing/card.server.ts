import type { Viewer } from '#app/domain/access/viewer.ts';
import { findSubscription } from '#app/domain/billing/billing-overview.server.ts';
import { isCancelable } from '#app/domain/billing/membership-state.ts';
import { atProvider } from '#app/domain/billing/provider-refusal.server.ts';
import { Refusal } from '#app/domain/errors.ts';
import { config } from '#app/platform/config.server.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import { canOf } from '#app/platform/payments/port.ts';

/**
 * Opens the provider's page on which the card that pays the viewer's membership is replaced, and returns its address.
 * @throws {Refusal} conflict when no card pays a membership; unavailable when the provider cannot be reached.
 */
export async function openCardPage(viewer: Viewer): Promise<string> {
  const row = await findSubscription(viewer.id, new Date());
  if (!row || !canOf(row.provider).cardChange || !isCancelable(row))
    throw new Refusal('conflict', 'There is no membership that is paid by card.');
  const returnUrl = `${config().appUrl}/profile/billing`;
  const { providerSubscriptionId: subscriptionId } = row;
  return atProvider(() =>
    provider(row.provider).openCardPage({ subscriptionId, returnUrl, savedUrl: `${returnUrl}?card=saved` }),
  );
}
