import { createHash } from 'node:crypto';
import type { LinkDescription, Subscription } from '@paypal/paypal-server-sdk';
import type { PaypalSettings } from '#app/platform/config.server.ts';
import { log } from '#app/platform/log.server.ts';
import {
  saleSchema,
  stateOfPaypalSubscription,
  subscriptionSchema,
} from '#app/platform/payments/describe-paypal-event.ts';
import { createPaypalClient, PaypalProblem, paypalSdk } from '#app/platform/payments/paypal-client.server.ts';
import { asking, unlessMissing } from '#app/platform/payments/paypal-errors.server.ts';
import { createPaypalEvents } from '#app/platform/payments/paypal-events.server.ts';
import { sells } from '#app/platform/payments/paypal-plan.ts';
import { createPaypalPresent } from '#app/platform/payments/paypal-present.server.ts';
import {
  capabilities,
  PaymentError,
  type Provider,
  type SoldProduct,
  unsupported,
} from '#app/platform/payments/port.ts';

/** A key of the length PayPal takes; another address or plan makes it another call. */
const keyOf = (...words: string[]) =>
  createHash('sha256').update(words.join('\n')).digest('hex').slice(0, 32);

/** The payments port over PayPal's SDK. Its pages ask the buyer; only its webhooks tell that they paid. */
export function createPaypal(settings: PaypalSettings): Provider {
  const client = createPaypalClient(settings);
  const { webhookId, approvalOrigin } = settings;
  const planIds: Record<string, string> = { ...settings.otherPlanIds, PAYPAL_PLAN_ID: settings.planId };
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

  /** The plan that sells a product. It was made by hand: that it takes another price than the page says must not be found out by a buyer. */
  async function planOf(product: SoldProduct): Promise<string> {
    const planId = planIds[product.planSetting ?? ''];
    if (!planId) return unsupported();
    const key = `${planId} ${product.amountCents} ${product.currency} ${product.interval}`;
    if (sellable.has(key)) return planId;
    const plan = await client.call(({ subscriptions }) => subscriptions.getBillingPlan(planId));
    if (!sells(plan.result, product)) {
      log().error({ planId, product: product.key }, 'the plan at PayPal is not what the catalogue sells');
      throw new PaymentError('wrong_plan', 'PayPal cannot be used at the moment. Please pay by card.', false);
    }
    sellable.add(key);
    return planId;
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

  const isApproved = async (id: string) => {
    const status = (await findSubscription(id))?.status;
    return status === 'APPROVED' || status === 'ACTIVE';
  };

  return {
    name: 'paypal',
    can: capabilities.paypal,
    createCustomer: async () => null,

    startPurchase: ({ way, userId, product, brandName, doneUrl, cancelUrl, idempotencyKey }) =>
      asking(async () => {
        if (way !== 'wallet') return unsupported();
        const planId = await planOf(product);
        const {
          ApplicationContextUserAction,
          ExperienceContextShippingPreference,
          PayeePaymentMethodPreference,
        } = paypalSdk();
        const { result } = await client.call(({ subscriptions }) =>
          subscriptions.createSubscription({
            paypalRequestId: keyOf(idempotencyKey, planId, doneUrl, cancelUrl),
            body: {
              planId,
              // For who looks at it at PayPal; the site knows the subscription by its id.
              customId: userId,
              applicationContext: {
                brandName,
                shippingPreference: ExperienceContextShippingPreference.NoShipping,
                userAction: ApplicationContextUserAction.SubscribeNow,
                paymentMethod: { payeePreferred: PayeePaymentMethodPreference.ImmediatePaymentRequired },
                returnUrl: doneUrl,
                cancelUrl,
              },
            },
          }),
        );
        const url = approvalIn(result.links);
        if (!result.id || !url) throw new PaypalProblem(200, 'NO_APPROVE_LINK');
        return { id: result.id, url };
      }),

    findOpenPurchase: (id) =>
      asking(async () => {
        const subscription = await findSubscription(id);
        const url = subscription?.status === 'APPROVAL_PENDING' ? approvalIn(subscription.links) : null;
        return url ? { id, url } : null;
      }),

    findPaid: ({ begunIds }) =>
      asking(async () => {
        const answers = await Promise.all(begunIds.map(isApproved));
        return begunIds.filter((_, index) => answers[index]);
      }),

    findSubscription: (id) =>
      asking(async () => {
        const path = `/v1/billing/subscriptions/${encodeURIComponent(id)}`;
        const found = await unlessMissing(client.call(({ ask }) => ask('GET', path, subscriptionSchema)));
        return found && stateOfPaypalSubscription(found, null);
      }),

    setCancelAtPeriodEnd: async () => unsupported(),
    openCardPage: async () => unsupported(),

    endSubscription: (id, reason) =>
      asking(async () => {
        await cancel(id, reason);
      }),

    undoSubscription: (id) =>
      asking(async () => {
        const subscription = await cancel(id, 'There already is a membership.');
        if (!subscription) return;
        const { result } = await client.call(({ subscriptions }) =>
          subscriptions.listSubscriptionTransactions({
            id,
            startTime: new Date(subscription.createTime ?? 0).toISOString(),
            endTime: new Date().toISOString(),
          }),
        );
        const { transactions = [] } = result;
        for (const { id: saleId, status } of transactions)
          if (status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED') await refundOnce(saleId);
        // Whoever asked comes again: what is still on its way cannot be given back yet.
        if (transactions.some(({ status }) => status === 'PENDING'))
          throw new PaymentError('payment_pending', 'A payment is still under way.', true);
      }),

    refundPayment: (saleId) => asking(() => refundOnce(saleId)),

    findOrigin: ({ paymentId }) =>
      asking(async () => {
        if (!paymentId) return null;
        const path = `/v1/payments/sale/${encodeURIComponent(paymentId)}`;
        const sale = await unlessMissing(client.call(({ ask }) => ask('GET', path, saleSchema)));
        const subscriptionId = sale?.billing_agreement_id ?? null;
        if (!subscriptionId) return null;
        return { customerId: null, subscriptionId, metadata: {}, lookupKey: null, isOfInvoice: true };
      }),

    ...createPaypalEvents(client, webhookId),
    ...createPaypalPresent(client),
  };
}
