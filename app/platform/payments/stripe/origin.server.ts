import type Stripe from 'stripe';
import type { PaymentOrigin } from '#app/platform/payments/port.ts';
import { asking } from '#app/platform/payments/stripe/errors.server.ts';
import { stripeSdk } from '#app/platform/payments/stripe/sdk.server.ts';
import { fromSeconds, idOf } from '#app/platform/payments/stripe/values.ts';

async function invoiceOf(stripe: Stripe, paymentIntentId: string): Promise<string | null> {
  const payment = { type: 'payment_intent', payment_intent: paymentIntentId } as const;
  const { data } = await stripe.invoicePayments.list({ payment, limit: 1 });
  return idOf(data[0]?.invoice);
}

async function ofInvoice(stripe: Stripe, id: string): Promise<PaymentOrigin> {
  const { customer, parent, status_transitions } = await stripe.invoices.retrieve(id);
  const details = parent?.subscription_details;
  const subscriptionId = idOf(details?.subscription);
  const subscription = subscriptionId ? await stripe.subscriptions.retrieve(subscriptionId) : null;
  return {
    customerId: idOf(customer),
    subscriptionId,
    metadata: details?.metadata ?? {},
    lookupKey: subscription?.items.data[0]?.price.lookup_key ?? null,
    isOfInvoice: true,
    paidAt: fromSeconds(status_transitions.paid_at),
  };
}

async function ofPayment(stripe: Stripe, id: string): Promise<PaymentOrigin> {
  const { customer, metadata } = await stripe.paymentIntents.retrieve(id);
  return {
    customerId: idOf(customer),
    subscriptionId: null,
    metadata,
    lookupKey: null,
    isOfInvoice: false,
  };
}

/** Where a payment or an invoice comes from; null for one of another account, or of test mode. @throws {PaymentError} */
export function findOriginAt(
  stripe: Stripe,
  { invoiceId, paymentId }: { invoiceId: string | null; paymentId: string | null },
): Promise<PaymentOrigin | null> {
  return asking(async () => {
    try {
      const invoice = invoiceId ?? (paymentId ? await invoiceOf(stripe, paymentId) : null);
      if (invoice) return await ofInvoice(stripe, invoice);
      return paymentId ? await ofPayment(stripe, paymentId) : null;
    } catch (error) {
      if (error instanceof stripeSdk().errors.StripeError && error.code === 'resource_missing') return null;
      throw error;
    }
  });
}
