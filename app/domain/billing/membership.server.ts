import { recordAcceptance } from '#app/domain/accounts/legal-acceptance.server.ts';
import type { Viewer } from '#app/domain/accounts/viewer.ts';
import { liveStatuses } from '#app/domain/billing/membership-rules.ts';
import { membership } from '#app/domain/billing/products.ts';
import { Refusal } from '#app/domain/errors.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { payments } from '#app/platform/payments/payments.server.ts';
import { PaymentError } from '#app/platform/payments/port.ts';

/** How long a subscription begun but not paid is offered again; the provider drops it after 23 hours. */
const reuseHours = 22;

/** Everything about a user's membership that buying depends on. @throws {Refusal} conflict when they have one already. */
async function openSubscriptions(viewer: Viewer) {
  const rows = await prisma().subscription.findMany({
    where: { userId: viewer.id, product: membership.key },
    select: { providerSubscriptionId: true, provider: true, status: true, createdAt: true },
    orderBy: { createdAt: 'desc' },
  });
  if (rows.some(({ status }) => (liveStatuses as readonly string[]).includes(status)))
    throw new Refusal('conflict', 'You already have an active membership.');
  return rows;
}

/** The provider's customer of a user, made at their first purchase. */
async function customerOf(viewer: Viewer): Promise<string> {
  const key = { userId: viewer.id, provider: 'stripe' as const };
  const known = await prisma().providerCustomer.findUnique({ where: { userId_provider: key } });
  if (known) return known.customerId;
  const customerId = await payments().createCustomer({
    userId: viewer.id,
    email: viewer.email,
    name: viewer.name,
  });
  await prisma().providerCustomer.createMany({ data: { ...key, customerId }, skipDuplicates: true });
  return customerId;
}

const metadataOf = (viewer: Viewer) => ({ user_id: viewer.id, product: membership.key });

/** A provider that fails is told to the user in words, as a refusal. */
function asRefusal(error: unknown): never {
  if (error instanceof PaymentError) throw new Refusal('unavailable', error.message);
  throw error;
}

/**
 * Begins the membership's subscription, incomplete, and returns the secret with which the browser pays its first invoice
 * (decision 22). Asked again, by a reload or a second tab, it answers with the same subscription.
 * @throws {Refusal} conflict with a live membership; unavailable when the provider cannot be reached.
 */
export async function startMembershipPayment(viewer: Viewer): Promise<{ clientSecret: string }> {
  const earlier = await openSubscriptions(viewer);
  try {
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
    await prisma().subscription.createMany({
      data: {
        userId: viewer.id,
        product: membership.key,
        provider: 'stripe',
        providerSubscriptionId: subscriptionId,
        status: 'incomplete',
        amount: membership.amountCents,
        currency: membership.currency,
      },
      skipDuplicates: true,
    });
    return { clientSecret };
  } catch (error) {
    return asRefusal(error);
  }
}

/** Keeps that someone who is about to pay accepts what the checkout names beside its button, as those texts are now. */
export async function acceptPurchaseTerms(viewer: Viewer): Promise<void> {
  await recordAcceptance(viewer.id, ['terms', 'refund-policy']);
}

/**
 * Opens the provider's hosted checkout for the membership and returns its address. For browsers without scripts: asking for it
 * is the acceptance of the purchase's terms.
 * @throws {Refusal} conflict with a live membership; unavailable when the provider cannot be reached.
 */
export async function openHostedCheckout(viewer: Viewer): Promise<string> {
  const earlier = await openSubscriptions(viewer);
  await acceptPurchaseTerms(viewer);
  // A double press gets one checkout; a new try a minute later a new one.
  const minute = Math.floor(Date.now() / 60_000);
  try {
    return await payments().createHostedCheckout({
      customerId: await customerOf(viewer),
      product: membership,
      metadata: metadataOf(viewer),
      successUrl: `${config().appUrl}/thank-you`,
      cancelUrl: `${config().appUrl}/checkout`,
      idempotencyKey: `checkout-${viewer.id}-${earlier.length}-${minute}`,
    });
  } catch (error) {
    return asRefusal(error);
  }
}

/** Cancels and refunds a subscription that must not be; the worker calls it. */
export async function undoSubscription(providerSubscriptionId: string): Promise<void> {
  await payments().undoSubscription(providerSubscriptionId);
}
