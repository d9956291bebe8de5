import { productOf } from '#app/domain/core/catalogue/products.ts';
import { findKnownSubscription, findPayer } from '#app/domain/selling/payment-events/payer.server.ts';
import { subscribedProduct } from '#app/domain/selling/payment-events/subscriptions.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';
import type { PayerFact, PaymentFact, PaymentProvider } from '#app/platform/payments/facts.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import { PaymentError, type PaymentOrigin } from '#app/platform/payments/port.ts';

/**
 * Whether the payment or subscription that an event is about, and that is not known here, is still to come: its own event is on its
 * way, or was refused while something was down. Else it is another's, on the same account at the provider, and never will be known.
 * Where the provider cannot be asked it is taken to be still to come: the event is then sent again.
 */
export async function isStillToCome(fact: PaymentFact): Promise<boolean> {
  if ('customerId' in fact && !(await hasPayer(fact))) return false;
  const about = {
    invoiceId: 'invoiceId' in fact ? fact.invoiceId : null,
    paymentId: 'paymentId' in fact ? fact.paymentId : null,
  };
  if (!about.invoiceId && !about.paymentId) return false;
  try {
    const origin = await provider(fact.provider).findOrigin(about);
    return origin !== null && (await isOurs(fact.provider, origin));
  } catch (error) {
    if (error instanceof PaymentError) return true;
    throw error;
  }
}

const hasPayer = (fact: PayerFact): Promise<boolean> =>
  transaction(async (tx) => (await findPayer(tx, fact)) !== null);

/** A customer of the site's may pay its operator for other things too: what it paid must name something of the catalogue. */
async function isOurs(from: PaymentProvider, origin: PaymentOrigin): Promise<boolean> {
  if (!(await hasPayer({ ...origin, provider: from }))) return false;
  if (!origin.isOfInvoice) return productOf(origin.metadata.product)?.interval === null;
  const { subscriptionId, paidAt } = origin;
  if (!subscriptionId) return false;
  const subscription = await transaction((tx) => findKnownSubscription(tx, from, subscriptionId));
  // What was paid before it was taken over from another system is not ours (P238).
  if (subscription?.adoptedAt && paidAt && paidAt < subscription.adoptedAt) return false;
  return subscription !== null || subscribedProduct(origin) !== undefined;
}
