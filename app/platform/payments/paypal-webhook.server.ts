import { z } from 'zod';
import { type PaypalFact, refundSchema, saleOf } from '#app/platform/payments/describe-paypal-event.ts';
import type { PaymentFact } from '#app/platform/payments/facts.ts';
import type { createPaypalClient } from '#app/platform/payments/paypal-client.server.ts';
import { PaymentError } from '#app/platform/payments/port.ts';

type Client = ReturnType<typeof createPaypalClient>;

const verificationSchema = z.object({ verification_status: z.string() });

/** The event in a webhook's body. @throws {PaymentError} `bad_signature`; {PaypalProblem} when PayPal cannot be asked */
export async function verifyWebhook(
  client: Client,
  webhookId: string,
  body: string,
  headers: Headers,
): Promise<unknown> {
  const refuse = () => new PaymentError('bad_signature', 'The signature is not PayPal’s.', false);
  const header = (name: string) => headers.get(`PayPal-${name}`) ?? '';
  const said = {
    auth_algo: header('Auth-Algo'),
    cert_url: header('Cert-Url'),
    transmission_id: header('Transmission-Id'),
    transmission_sig: header('Transmission-Sig'),
    transmission_time: header('Transmission-Time'),
    webhook_id: webhookId,
  };
  if (Object.values(said).includes('')) throw refuse();
  let event: unknown;
  try {
    event = JSON.parse(body);
  } catch {
    throw refuse();
  }
  // The signature is of the event's very bytes: written anew they could differ.
  const question = `${JSON.stringify(said).slice(0, -1)},"webhook_event":${body}}`;
  const path = '/v1/notifications/verify-webhook-signature';
  const { verification_status } = await client.call(({ ask }) =>
    ask('POST', path, verificationSchema, question),
  );
  if (verification_status !== 'SUCCESS') throw refuse();
  return event;
}

/** Asks for what an event leaves out: until when a sale pays, and the sale that a refund is of. @throws {PaypalProblem} */
export async function completeFact(client: Client, told: PaypalFact): Promise<PaymentFact> {
  if (told.kind === 'invoice_paid') {
    const { result } = await client.call(({ subscriptions }) =>
      subscriptions.getSubscription({ id: told.subscriptionId }),
    );
    const paidUntil = result.billingInfo?.nextBillingTime;
    return { ...told, periodStart: told.createdAt, periodEnd: paidUntil ? new Date(paidUntil) : null };
  }
  if (told.kind !== 'refund_without_sale') return told;
  const path = `/v1/payments/refund/${encodeURIComponent(told.refundId)}`;
  const paymentId = saleOf(await client.call(({ ask }) => ask('GET', path, refundSchema)));
  const { provider, eventId, type, createdAt } = told.fact;
  if (!paymentId) return { provider, eventId, type, createdAt, kind: 'ignored' };
  return { ...told.fact, paymentId };
}
