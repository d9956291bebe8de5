import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { productOf } from '#app/domain/core/catalogue/products.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { findSubscription } from '#app/domain/selling/billing/billing-overview.server.ts';
import { openCardPage } from '#app/domain/selling/billing/card.server.ts';
import { readCardLink } from '#app/domain/selling/billing/card-link.server.ts';
import type { Subscribed } from '#app/domain/selling/billing/membership-state.ts';
import { isSubscribed } from '#app/domain/selling/billing/membership-state.ts';
import { openUntil } from '#app/domain/selling/billing/past-due.ts';
import { atProvider } from '#app/domain/selling/billing/provider-refusal.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import { canOf } from '#app/platform/payments/port.ts';

/**
 * Has the provider take the money at once that is missing for a viewer's subscription. Its webhook tells that it came. Where the bank
 * wants to hear of the payer first (3-D Secure), returns the address of the provider's page on which they confirm it; else null.
 * @throws {Refusal} conflict where none is missing, it is waited for no more, or another page is for that; unavailable, with the provider's words, when it is
 * refused or the provider cannot be reached
 */
export async function collectMissingPayment(viewer: Viewer, gives: Subscribed): Promise<string | null> {
  const row = await findSubscription(viewer.id, now(), gives);
  if (!row?.pastDueSince || !canOf(row.provider).cardChange)
    throw new Refusal('conflict', 'There is no payment missing that could be taken now.');
  // It is being ended: what is closed here is to take no money there.
  if (openUntil(row.pastDueSince) <= now())
    throw new Refusal(
      'conflict',
      'The days for this payment are over, and nothing was taken. Please begin anew once it has ended.',
    );
  return atProvider(() => provider(row.provider).collectDue(row.providerSubscriptionId));
}

/**
 * Where the link of a mail leads its member: the provider's page for the card, or for its payers.
 * @throws {Refusal} not_found for a link that is none of ours, or somebody else's; conflict where there is nothing to see to any more;
 * unavailable when the provider cannot be reached
 */
export async function followCardLink(viewer: Viewer, token: string): Promise<string> {
  const id = readCardLink(token);
  const row = id && (await prisma().subscription.findFirst({ where: { id, userId: viewer.id } }));
  if (!row) throw new Refusal('not_found', 'This link is not for the account that you are signed in to.');
  const entitlement = productOf(row.product)?.gives;
  const gives = isSubscribed(entitlement) && row.status !== 'incomplete' ? entitlement : null;
  if (!gives) throw new Refusal('conflict', 'There is nothing to see to any more.');
  return openCardPage(viewer, gives);
}
