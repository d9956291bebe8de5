import { createHash } from 'node:crypto';
import {
  ApplicationContextUserAction,
  ExperienceContextShippingPreference,
  type LinkDescription,
  PayeePaymentMethodPreference,
  type Subscription,
} from '@paypal/paypal-server-sdk';
import { z } from 'zod';
import type { PaypalSettings } from '#app/platform/config.server.ts';
import { log } from '#app/platform/log.server.ts';
import {
  describePaypalEvent,
  refundSchema,
  saleOf,
  saleSchema,
} from '#app/platform/payments/describe-paypal-event.ts';
import { createPaypalClient, PaypalProblem } from '#app/platform/payments/paypal-client.server.ts';
import { asking, unlessMissing } from '#app/platform/payments/paypal-errors.server.ts';
import { sells } from '#app/platform/payments/paypal-plan.ts';
import {
  PaymentError,
  type PaymentFact,
  type PaymentOrigin,
  type SoldProduct,
} from '#app/platform/payments/port.ts';
import { readEvent } from '#app/platform/payments/readable-event.ts';

/** What the billing domain asks of PayPal. Its pages ask the buyer; only its webhooks tell that they paid. */
export interface Paypal {
  /** Begins a subscription that waits for the buyer's approval, and the address where they give it. */
  startSubscription(input: {
    userId: string;
    product: SoldProduct;
    brandName: string;
    returnUrl: string;
    cancelUrl: string;
    idempotencyKey: string;
  }): Promise<{ subscriptionId: string; approveUrl: string }>;
  /** How far a subscription begun earlier has come, with the address for the approval while it waits for that. */
  findApproval(subscriptionId: string): Promise<{ isApproved: boolean; approveUrl: string | null }>;
  /** Ends a subscription at once; one that has ended, or was never approved, stays as it is. */
  cancelSubscription(subscriptionId: string, reason: string): Promise<void>;
  /** Ends a subscription at once and gives back what it has taken. Safe to repeat. */
  undoSubscription(subscriptionId: string): Promise<void>;
  /** Where a payment comes from; null for one that PayPal does not know. */
  findOrigin(saleId: string): Promise<PaymentOrigin | null>;
  /** The facts of a webhook. @throws {PaymentError} `bad_signature` when it is not PayPal's, `bad_event` when it is of no known form; else PayPal could not be asked. */
  readWebhook(body: string, headers: Headers): Promise<PaymentFact>;
}

const verificationSchema = z.object({ verification_status: z.string() });

/** A key of the length PayPal takes; another address or plan makes it another call. */
const keyOf = (...words: string[]) =>
  createHash('sha256').update(words.join('\n')).digest('hex').slice(0, 32);

/** The payments port over PayPal's SDK. */
export function createPaypal(settings: PaypalSettings): Paypal {
  const client = createPaypalClient(settings);
  const { planId, webhookId, approvalOrigin } = settings;
  const sellable = new Set<string>();

  /** A subscription; null for one that PayPal does not know, or knows no more because it was never approved. */
  async function findSubscription(id: string): Promise<Subscription | null> {
    const found = await unlessMissing(
      client.call(({ subscriptions }) => subscriptions.getSubscription({ id })),
    );
    return found?.result ?? null;
  }

  /** Where the buyer approves; never an address that is not PayPal's. */
  function approvalIn(links: readonly LinkDescription[] = []): string | null {
    const href = links.find(({ rel }) => rel === 'approve')?.href;
    return href && URL.canParse(href) && new URL(href).origin === approvalOrigin ? href : null;
  }

  /** The plan was made by hand: that it takes another price than the page says must not be found out by a buyer. */
  async function checkPlan(product: SoldProduct): Promise<void> {
    const key = `${product.amountCents} ${product.currency} ${product.interval}`;
    if (sellable.has(key)) return;
    const plan = await client.call(({ subscriptions }) => subscriptions.getBillingPlan(planId));
    if (!sells(plan.result, product)) {
      log().error({ planId, product: product.key }, 'the plan at PayPal is not what the catalogue sells');
      throw new PaymentError('wrong_plan', 'PayPal cannot be used at the moment. Please pay by card.', false);
    }
    sellable.add(key);
  }

  async function cancel(id: string, reason: string): Promise<Subscription | null> {
    const subscription = await findSubscription(id);
    if (subscription?.status !== 'ACTIVE' && subscription?.status !== 'SUSPENDED') return subscription;
    try {
      await client.call(({ subscriptions }) => subscriptions.cancelSubscription({ id, body: { reason } }));
    } catch (error) {
      // A second press of the button was faster.
      if (!(error instanceof PaypalProblem) || error.issue !== 'SUBSCRIPTION_STATUS_INVALID') throw error;
    }
    return subscription;
  }

  /** Gives a payment back; one already given back stays as it is. */
  async function refundOnce(captureId: string): Promise<void> {
    const paypalRequestId = `undo-${captureId}`;
    try {
      await client.call(({ payments }) =>
        payments.refundCapturedPayment({ captureId, paypalRequestId, body: {} }),
      );
    } catch (error) {
      if (!(error instanceof PaypalProblem) || error.issue !== 'CAPTURE_FULLY_REFUNDED') throw error;
    }
  }

  async function verify(body: string, headers: Headers): Promise<unknown> {
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

  /** Asks for what an event leaves out: until when a sale pays, and the sale that a refund is of. */
  async function complete(fact: PaymentFact): Promise<PaymentFact> {
    if (fact.kind === 'invoice_paid' && fact.subscriptionId) {
      const paidUntil = (await findSubscription(fact.subscriptionId))?.billingInfo?.nextBillingTime;
      return { ...fact, currentPeriodEnd: paidUntil ? new Date(paidUntil) : null };
    }
    if (fact.refundId && !fact.paymentIntentId) {
      const path = `/v1/payments/refund/${encodeURIComponent(fact.refundId)}`;
      const refund = await client.call(({ ask }) => ask('GET', path, refundSchema));
      return { ...fact, paymentIntentId: saleOf(refund) };
    }
    return fact;
  }

  return {
    startSubscription: ({ userId, product, brandName, returnUrl, cancelUrl, idempotencyKey }) =>
      asking(async () => {
        await checkPlan(product);
        const { result } = await client.call(({ subscriptions }) =>
          subscriptions.createSubscription({
            paypalRequestId: keyOf(idempotencyKey, planId, returnUrl, cancelUrl),
            body: {
              planId,
              // For who looks at it at PayPal; the site knows the subscription by its id.
              customId: userId,
              applicationContext: {
                brandName,
                shippingPreference: ExperienceContextShippingPreference.NoShipping,
                userAction: ApplicationContextUserAction.SubscribeNow,
                paymentMethod: { payeePreferred: PayeePaymentMethodPreference.ImmediatePaymentRequired },
                returnUrl,
                cancelUrl,
              },
            },
          }),
        );
        const approveUrl = approvalIn(result.links);
        if (!result.id || !approveUrl) throw new PaypalProblem(200, 'NO_APPROVE_LINK');
        return { subscriptionId: result.id, approveUrl };
      }),

    findApproval: (subscriptionId) =>
      asking(async () => {
        const subscription = await findSubscription(subscriptionId);
        const status = subscription?.status;
        return {
          isApproved: status === 'APPROVED' || status === 'ACTIVE',
          approveUrl: status === 'APPROVAL_PENDING' ? approvalIn(subscription?.links) : null,
        };
      }),

    cancelSubscription: (subscriptionId, reason) =>
      asking(async () => {
        await cancel(subscriptionId, reason);
      }),

    undoSubscription: (subscriptionId) =>
      asking(async () => {
        const subscription = await cancel(subscriptionId, 'There already is a membership.');
        if (!subscription) return;
        const { result } = await client.call(({ subscriptions }) =>
          subscriptions.listSubscriptionTransactions({
            id: subscriptionId,
            startTime: new Date(subscription.createTime ?? 0).toISOString(),
            endTime: new Date().toISOString(),
          }),
        );
        const { transactions = [] } = result;
        for (const { id, status } of transactions)
          if (status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED') await refundOnce(id);
        // Whoever asked comes again: what is still on its way cannot be given back yet.
        if (transactions.some(({ status }) => status === 'PENDING'))
          throw new PaymentError('payment_pending', 'A payment is still under way.', true);
      }),

    findOrigin: (saleId) =>
      asking(async () => {
        const path = `/v1/payments/sale/${encodeURIComponent(saleId)}`;
        const sale = await unlessMissing(client.call(({ ask }) => ask('GET', path, saleSchema)));
        const subscriptionId = sale?.billing_agreement_id ?? null;
        return subscriptionId ? { customerId: null, subscriptionId, metadata: {}, isOfInvoice: true } : null;
      }),

    readWebhook: (body, headers) =>
      asking(async () => {
        const event = await verify(body, headers);
        return complete(readEvent(() => describePaypalEvent(event)));
      }),
  };
}
