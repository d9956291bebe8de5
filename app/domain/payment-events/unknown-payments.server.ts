import { isSold, oneTimeProduct } from '#app/domain/catalogue/products.ts';
import { findPayer } from '#app/domain/payment-events/payer.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';
import { payments, paypal } from '#app/platform/payments/payments.server.ts';
import { PaymentError, type PaymentFact, type PaymentOrigin } from '#app/platform/payments/port.ts';

/**
 * Whether the payment that an event is about, and that is not known here, is still to come: its own event is on its way, or was
 * refused while something was down. Else it is another's, on the same account at the provider, and never will be known.
 * Where the provider cannot be asked it is taken to be still to come: the event is then sent again.
 */
export async function isStillToCome(fact: PaymentFact): Promise<boolean> {
  // What carries the site's own words needs no question.
  if (isSold(fact.metadata.product) && (await hasPayer(fact))) return true;
  if (!fact.invoiceId && !fact.paymentIntentId) return false;
  try {
    const origin = await findOrigin(fact);
    if (!origin || !(await hasPayer({ ...fact, ...origin }))) return false;
    // A customer of the site's may pay its operator for other things too.
    return origin.isOfInvoice || oneTimeProduct(origin.metadata.product) !== undefined;
  } catch (error) {
    if (error instanceof PaymentError) return true;
    throw error;
  }
}

const hasPayer = (fact: Parameters<typeof findPayer>[1]): Promise<boolean> =>
  transaction(async (tx) => (await findPayer(tx, fact)) !== null);

async function findOrigin(fact: PaymentFact): Promise<PaymentOrigin | null> {
  if (fact.provider === 'stripe') return payments().findOrigin(fact);
  const saleId = fact.paymentIntentId;
  return saleId ? ((await paypal()?.findOrigin(saleId)) ?? null) : null;
}
