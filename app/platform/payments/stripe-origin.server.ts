import Stripe from 'stripe';
import type { PaymentFact, PaymentOrigin } from '#app/platform/payments/port.ts';
import { asking } from '#app/platform/payments/stripe-errors.server.ts';

/** What the billing domain asks of a provider about a payment that it does not know. */
export interface Origins {
  /** Where the payment or the invoice that an event is about comes from; null when the provider does not know it either. */
  findOrigin(about: Pick<PaymentFact, 'invoiceId' | 'paymentIntentId'>): Promise<PaymentOrigin | null>;
}

type Ref = string | { id: string } | null | undefined;

const idOf = (ref: Ref) => (typeof ref === 'string' ? ref : (ref?.id ?? null));

/** Origins over Stripe's SDK. */
export function createOrigins(stripe: Stripe): Origins {
  async function invoiceOf(paymentIntentId: string): Promise<string | null> {
    const payment = { type: 'payment_intent', payment_intent: paymentIntentId } as const;
    const { data } = await stripe.invoicePayments.list({ payment, limit: 1 });
    return idOf(data[0]?.invoice);
  }

  async function ofInvoice(id: string): Promise<PaymentOrigin> {
    const { customer, parent } = await stripe.invoices.retrieve(id);
    const details = parent?.subscription_details;
    return {
      customerId: idOf(customer),
      subscriptionId: idOf(details?.subscription),
      metadata: details?.metadata ?? {},
      isOfInvoice: true,
    };
  }

  async function ofPayment(id: string): Promise<PaymentOrigin> {
    const { customer, metadata } = await stripe.paymentIntents.retrieve(id);
    return { customerId: idOf(customer), subscriptionId: null, metadata, isOfInvoice: false };
  }

  return {
    findOrigin: ({ invoiceId, paymentIntentId }) =>
      asking(async () => {
        try {
          const invoice = invoiceId ?? (paymentIntentId ? await invoiceOf(paymentIntentId) : null);
          if (invoice) return await ofInvoice(invoice);
          return paymentIntentId ? await ofPayment(paymentIntentId) : null;
        } catch (error) {
          // Of another account, or of test mode.
          if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return null;
          throw error;
        }
      }),
  };
}
