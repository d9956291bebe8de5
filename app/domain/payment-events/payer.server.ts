import type { Transaction } from '#app/platform/database/client.server.ts';
import type { PayerFact } from '#app/platform/payments/facts.ts';
import { canOf } from '#app/platform/payments/port.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Somebody a payment is from. */
export interface Payer {
  id: string;
  email: string;
  name: string;
}

/** Whose event it is: by the subscription or the purchase that was begun, else by what we wrote into the provider's metadata or by the provider's customer. */
export async function findPayer(tx: Transaction, fact: PayerFact): Promise<Payer | null> {
  const select = { id: true, email: true, name: true };
  if (fact.subscriptionId) {
    const { provider, subscriptionId: providerSubscriptionId } = fact;
    const subscription = await tx.db.subscription.findUnique({
      where: { provider_providerSubscriptionId: { provider, providerSubscriptionId } },
      select: { user: { select } },
    });
    if (subscription) return subscription.user;
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
