import { z } from 'zod';
import type { PaymentFact } from '#app/platform/payments/facts.ts';
import { type createPaypalClient, PaypalProblem } from '#app/platform/payments/paypal/client.server.ts';
import {
  captureOf,
  captureRefundSchema,
  captureSchema,
  orderOf,
} from '#app/platform/payments/paypal/describe-capture.ts';
import { type PaypalFact, refundSchema, saleOf } from '#app/platform/payments/paypal/describe-event.ts';
import {
  stateOfPaypalSubscription,
  subscriptionSchema,
} from '#app/platform/payments/paypal/describe-subscription.ts';
import { notSigned } from '#app/platform/payments/paypal/signature.server.ts';

type Client = ReturnType<typeof createPaypalClient>;

const verificationSchema = z.object({ verification_status: z.string() });

/** Asks PayPal whether a webhook is its own. @throws {PaymentError} `bad_signature`; {PaypalProblem} when PayPal cannot be asked */
export async function verifyWebhook(client: Client, question: string): Promise<void> {
  const path = '/v1/notifications/verify-webhook-signature';
  const answer = client.call(({ ask }) => ask('POST', path, verificationSchema, question));
  const { verification_status } = await answer.catch((error: unknown) => {
    // What PayPal cannot even read is none of its own.
    throw error instanceof PaypalProblem && [400, 422].includes(error.status) ? notSigned() : error;
  });
  if (verification_status !== 'SUCCESS') throw notSigned();
}

/** A fact that is about nothing, after all. */
const ignored = ({
  provider,
  eventId,
  type,
  createdAt,
}: Pick<PaymentFact, 'provider' | 'eventId' | 'type' | 'createdAt'>): PaymentFact => ({
  provider,
  eventId,
  type,
  createdAt,
  kind: 'ignored',
});

/**
 * Asks for what an event leaves out: until when a sale pays, the sale or capture that a refund is of, the order of a capture, and until
 * when a subscription was free. @throws {PaypalProblem}
 */
export async function completeFact(client: Client, fact: PaypalFact): Promise<PaymentFact> {
  const ask = <T>(path: string, answer: z.ZodType<T>) =>
    client.call((connection) => connection.ask('GET', path, answer));
  switch (fact.kind) {
    case 'invoice_paid': {
      const { result } = await client.call(({ subscriptions }) =>
        subscriptions.getSubscription({ id: fact.subscriptionId }),
      );
      const paidUntil = result.billingInfo?.nextBillingTime;
      const payerId = result.subscriber?.payerId;
      return {
        ...fact,
        ...(payerId ? { cardFingerprint: `paypal:${payerId}` } : {}),
        periodStart: fact.createdAt,
        periodEnd: paidUntil ? new Date(paidUntil) : null,
      };
    }
    case 'refund_without_sale': {
      const path = `/v1/payments/refund/${encodeURIComponent(fact.refundId)}`;
      const paymentId = saleOf(await ask(path, refundSchema));
      return paymentId ? { ...fact.fact, paymentId } : ignored(fact.fact);
    }
    case 'refund_without_capture': {
      const path = `/v2/payments/refunds/${encodeURIComponent(fact.refundId)}`;
      const paymentId = captureOf(await ask(path, captureRefundSchema));
      return paymentId ? { ...fact.fact, paymentId } : ignored(fact.fact);
    }
    case 'capture_without_order': {
      const path = `/v2/payments/captures/${encodeURIComponent(fact.captureId)}`;
      const begunId = orderOf(await ask(path, captureSchema));
      return begunId ? { ...fact.fact, begunId } : ignored(fact.fact);
    }
    case 'subscription_without_plan': {
      const path = `/v1/billing/subscriptions/${encodeURIComponent(fact.subscriptionId)}?fields=plan`;
      const { status, isRequested } = fact.fact;
      const state = stateOfPaypalSubscription(await ask(path, subscriptionSchema), status);
      return { ...fact.fact, ...state, isRequested };
    }
    default:
      return fact;
  }
}
