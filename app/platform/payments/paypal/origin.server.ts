import type { createPaypalClient } from '#app/platform/payments/paypal/client.server.ts';
import { captureSchema, metadataIn, orderOf } from '#app/platform/payments/paypal/describe-capture.ts';
import { saleSchema } from '#app/platform/payments/paypal/describe-event.ts';
import { unlessMissing } from '#app/platform/payments/paypal/errors.server.ts';
import type { PaymentOrigin } from '#app/platform/payments/port.ts';

type Client = ReturnType<typeof createPaypalClient>;

/** Where a payment at PayPal comes from: the sale of a subscription, or the capture of an order. @throws {PaypalProblem} */
export async function findOriginAt(client: Client, paymentId: string): Promise<PaymentOrigin | null> {
  const id = encodeURIComponent(paymentId);
  const nowhere = { customerId: null, subscriptionId: null, metadata: {}, lookupKey: null };
  const sale = await unlessMissing(
    client.call(({ ask }) => ask('GET', `/v1/payments/sale/${id}`, saleSchema)),
  );
  if (sale?.billing_agreement_id)
    return { ...nowhere, subscriptionId: sale.billing_agreement_id, isOfInvoice: true };
  const capture = await unlessMissing(
    client.call(({ ask }) => ask('GET', `/v2/payments/captures/${id}`, captureSchema)),
  );
  const begunId = capture && orderOf(capture);
  if (!begunId) return null;
  return { ...nowhere, metadata: metadataIn(capture.custom_id), isOfInvoice: false, begunId };
}
