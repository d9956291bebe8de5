import type Stripe from 'stripe';
import { PaymentError, type PurchaseInput, type StartedPurchase } from '#app/platform/payments/port.ts';
import { idOf } from '#app/platform/payments/stripe/values.ts';

/** The card that pays a customer's running subscription: its own, else the customer's. @throws {PaymentError} where there is none */
async function savedCardOf(stripe: Stripe, customer: string): Promise<string> {
  const { data } = await stripe.subscriptions.list({ customer, status: 'active', limit: 10 });
  const own = data.map(({ default_payment_method: method }) => idOf(method)).find((id) => id !== null);
  if (own) return own;
  const owner = await stripe.customers.retrieve(customer);
  const usual = owner.deleted ? null : idOf(owner.invoice_settings?.default_payment_method);
  // A customer's own card was kept for subscriptions: without one it is not theirs to be charged for something else.
  if (usual && data.length > 0) return usual;
  throw new PaymentError(
    'no_saved_card',
    'There is no card of yours to charge. Please choose how to pay.',
    false,
  );
}

/**
 * Takes the money of what is paid once at once, from the card that pays the buyer's subscription. The same purchase asked for again is the same
 * payment. @throws {PaymentError} where the card is refused, or its bank wants to hear of the buyer first: then nothing was taken
 */
export async function chargeSavedCard(
  stripe: Stripe,
  { product, metadata, idempotencyKey }: PurchaseInput,
  customer: string,
): Promise<StartedPurchase> {
  const { id, client_secret } = await stripe.paymentIntents.create(
    {
      amount: product.amountCents,
      currency: product.currency,
      customer,
      payment_method: await savedCardOf(stripe, customer),
      description: product.name,
      confirm: true,
      off_session: true,
      metadata,
    },
    { idempotencyKey },
  );
  return { id, clientSecret: String(client_secret) };
}
