import type { Transaction } from '#app/platform/database/client.server.ts';
import type { PayerFact, PaymentProvider } from '#app/platform/payments/facts.ts';
import { canOf } from '#app/platform/payments/port.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Somebody a payment is from. */
interface Payer {
  id: string;
  email: string;
  name: string;
}

/** A subscription that is known here: what it is to, and whose. */
interface KnownSubscription {
  product: string;
  payer: Payer;
  /** When it was taken over from another system; null for one that was not. */
  adoptedAt: Date | null;
}

/** A provider's subscription, with whose it is; null for one that is not known here. One query. */
export async function findKnownSubscription(
  tx: Transaction,
  provider: PaymentProvider,
  providerSubscriptionId: string,
): Promise<KnownSubscription | null> {
  const [row] = await tx.db.$queryRaw<(Payer & { product: string; adoptedAt: Date | null })[]>`
    SELECT s.product, s.adopted_at AS "adoptedAt", u.id, u.email, u.name FROM subscriptions s JOIN users u ON u.id = s.user_id
    WHERE s.provider = ${provider}::payment_provider AND s.provider_subscription_id = ${providerSubscriptionId}`;
  if (!row) return null;
  const { product, adoptedAt, ...payer } = row;
  return { product, adoptedAt, payer };
}

/**
 * Whose event it is: by the subscription or the purchase that was begun, else by what we wrote into the provider's metadata or by the
 * provider's customer. Whoever has looked for the subscription already says what is `known` of it.
 */
export async function findPayer(
  tx: Transaction,
  fact: PayerFact,
  known?: KnownSubscription | null,
): Promise<Payer | null> {
  const select = { id: true, email: true, name: true };
  if (fact.subscriptionId) {
    const subscription =
      known === undefined ? await findKnownSubscription(tx, fact.provider, fact.subscriptionId) : known;
    if (subscription) return subscription.payer;
  }
  if (fact.begunId) {
    const { provider, begunId: providerPaymentId } = fact;
    const begun = await tx.db.purchase.findUnique({
      where: { provider_providerPaymentId: { provider, providerPaymentId } },
      select: { user: { select } },
    });
    if (begun) return begun.user;
  }
  // A purchase is written down before the buyer sees it. Where others can begin one too, one that is not known was not begun here.
  if (!canOf(fact.provider).isSoldByUsAlone) return null;
  const id = fact.metadata.user_id;
  if (id && uuid.test(id)) {
    const user = await tx.db.user.findUnique({ where: { id }, select });
    if (user) return user;
  }
  if (!fact.customerId) return null;
  const customer = await tx.db.providerCustomer.findUnique({
    where: { provider_customerId: { provider: fact.provider, customerId: fact.customerId } },
    select: { user: { select } },
  });
  return customer?.user ?? null;
}
