import type Stripe from 'stripe';
import { PaymentError, type SoldProduct } from '#app/platform/payments/port.ts';
import { asking } from '#app/platform/payments/stripe-errors.server.ts';

type Metadata = Record<string, string>;

/** A payment begun but not made, and the secret with which the browser makes it. */
export interface StartedPayment {
  paymentId: string;
  clientSecret: string;
}

/** What the billing domain asks of a provider for products that are paid once. */
export interface OneTimePayments {
  startPayment(input: {
    customerId: string;
    product: SoldProduct;
    metadata: Metadata;
    idempotencyKey: string;
  }): Promise<StartedPayment>;
  /** The secret of a payment begun earlier, for this amount (integer cents); null when it can't be made any more. */
  findOpenPaymentSecret(paymentId: string, amountCents: number): Promise<string | null>;
  /** The ids of a customer's payments for a product that were made, given back or not. */
  findPaidPayments(customerId: string, productKey: string): Promise<string[]>;
  /** Gives a payment back in full; one already given back stays as it is. Safe to repeat. */
  refundPayment(paymentId: string): Promise<void>;
}

/** Statuses in which a payment still waits for a card. */
const openStatuses: readonly Stripe.PaymentIntent.Status[] = ['requires_payment_method', 'requires_action'];

/** One-time payments over Stripe's SDK; `refundOnce` gives a payment back, once. */
export function createOneTimePayments(
  stripe: Stripe,
  refundOnce: (paymentId: string, idempotencyKey: string) => Promise<void>,
): OneTimePayments {
  return {
    startPayment: ({ customerId, product, metadata, idempotencyKey }) =>
      asking(async () => {
        const { id, client_secret } = await stripe.paymentIntents.create(
          {
            amount: product.amountCents,
            currency: product.currency,
            customer: customerId,
            description: product.name,
            // Cards tell at once whether they pay.
            allowed_payment_method_types: ['card'],
            metadata,
          },
          { idempotencyKey },
        );
        if (!client_secret)
          throw new PaymentError(
            'no_client_secret',
            'The payment could not be prepared. Please try again.',
            true,
          );
        return { paymentId: id, clientSecret: client_secret };
      }),

    findOpenPaymentSecret: (paymentId, amountCents) =>
      asking(async () => {
        const { status, amount, client_secret } = await stripe.paymentIntents.retrieve(paymentId);
        return openStatuses.includes(status) && amount === amountCents ? client_secret : null;
      }),

    findPaidPayments: (customer, productKey) =>
      asking(async () => {
        const { data } = await stripe.paymentIntents.list({ customer, limit: 100 });
        return data
          .filter(({ status, metadata }) => status === 'succeeded' && metadata.product === productKey)
          .map(({ id }) => id);
      }),

    refundPayment: (paymentId) => asking(() => refundOnce(paymentId, `refund-${paymentId}`)),
  };
}
