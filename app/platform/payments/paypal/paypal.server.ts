import type { Subscription } from '@paypal/paypal-server-sdk';
import { log } from '#app/platform/log.server.ts';
import { decimalOf } from '#app/platform/payments/decimal-cents.ts';
import {
  createPaypalClient,
  PaypalProblem,
  pageIn,
  paypalSdk,
} from '#app/platform/payments/paypal/client.server.ts';
import { createPaypalPresent } from '#app/platform/payments/paypal/current-facts.server.ts';
import {
  stateOfPaypalSubscription,
  subscriptionSchema,
} from '#app/platform/payments/paypal/describe-subscription.ts';
import { asking, unlessMissing } from '#app/platform/payments/paypal/errors.server.ts';
import { createPaypalEvents } from '#app/platform/payments/paypal/events.server.ts';
import { createPaypalForeign } from '#app/platform/payments/paypal/foreign.server.ts';
import { hashedKey } from '#app/platform/payments/paypal/hashed-key.ts';
import { createPaypalOrders } from '#app/platform/payments/paypal/orders.server.ts';
import { findOriginAt } from '#app/platform/payments/paypal/origin.server.ts';
import { sells } from '#app/platform/payments/paypal/plan.ts';
import { createPaypalSetup } from '#app/platform/payments/paypal/setup.server.ts';
import {
  capabilities,
  PaymentError,
  type Provider,
  type PurchaseInput,
  type SoldProduct,
  type StartedPurchase,
  unsupported,
} from '#app/platform/payments/port.ts';
import type { PaypalSettings } from '#app/platform/settings/paypal.server.ts';

/** The payments port over PayPal's SDK. Its pages ask the buyer; only its webhooks tell that they paid. */
export function createPaypal(settings: PaypalSettings): Provider {
  const client = createPaypalClient(settings);
  const { webhookId, approvalOrigin, planIds, autopayUrl } = settings;
  const orders = createPaypalOrders(client, approvalOrigin);
  const sellable = new Set<string>();

  /** A subscription; null for one that PayPal does not know, or knows no more because it was never approved. */
  async function findSubscription(id: string): Promise<Subscription | null> {
    const response = await unlessMissing(
      client.call(({ subscriptions }) => subscriptions.getSubscription({ id })),
    );
    return response?.result ?? null;
  }

  const planIdOf = ({ planId, planSetting }: SoldProduct) => planId ?? (planSetting && planIds[planSetting]);

  const approvalIn = (links: Subscription['links']) => pageIn(links, ['approve'], approvalOrigin);

  /** The plan that sells a product. It was made by hand: that it takes another price than the page says must not be found out by a buyer. */
  async function planOf(product: SoldProduct): Promise<string> {
    const planId = planIdOf(product);
    if (!planId) return unsupported();
    const key = `${planId} ${product.amountCents} ${product.currency} ${product.interval} ${product.freeIntervals}`;
    if (sellable.has(key)) return planId;
    const plan = await client.call(({ subscriptions }) => subscriptions.getBillingPlan(planId));
    if (!sells(plan.result, product)) {
      log().error({ planId, product: product.key }, 'the plan at PayPal is not what the catalog sells');
      throw new PaymentError('wrong_plan', 'PayPal cannot be used at the moment. Please pay by card.', false);
    }
    sellable.add(key);
    return planId;
  }

  /** Changes a subscription that stands in one of these ways; null for one that PayPal does not know. */
  async function change(
    id: string,
    from: readonly string[],
    call: Parameters<typeof client.call>[0],
  ): Promise<Subscription | null> {
    const subscription = await findSubscription(id);
    if (!subscription?.status || !from.includes(subscription.status)) return subscription;
    try {
      await client.call(call);
    } catch (error) {
      // A second press of the button was faster.
      if (!(error instanceof PaypalProblem) || error.issue !== 'SUBSCRIPTION_STATUS_INVALID') throw error;
    }
    return subscription;
  }

  const cancel = (id: string, reason: string) =>
    change(id, ['ACTIVE', 'SUSPENDED'], ({ subscriptions }) =>
      subscriptions.cancelSubscription({ id, body: { reason } }),
    );

  /** Gives a payment back; one already given back stays as it is. */
  async function refundOnce(
    captureId: string,
    paypalRequestId = `undo-${captureId}`,
    part?: { amountCents: number; currency: string },
  ): Promise<void> {
    const body = part
      ? { amount: { value: decimalOf(part.amountCents), currencyCode: part.currency.toUpperCase() } }
      : {};
    try {
      await client.call(({ payments }) =>
        payments.refundCapturedPayment({ captureId, paypalRequestId, body }),
      );
    } catch (error) {
      if (!(error instanceof PaypalProblem) || error.issue !== 'CAPTURE_FULLY_REFUNDED') throw error;
    }
  }

  async function startSubscription(input: PurchaseInput): Promise<StartedPurchase> {
    const { userId, product, brandName, doneUrl, cancelUrl, idempotencyKey } = input;
    const planId = await planOf(product);
    const {
      ApplicationContextUserAction,
      ExperienceContextShippingPreference,
      PayeePaymentMethodPreference,
    } = paypalSdk();
    const { result } = await client.call(({ subscriptions }) =>
      subscriptions.createSubscription({
        paypalRequestId: hashedKey(idempotencyKey, planId, brandName, doneUrl, cancelUrl),
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
  }

  const isApproved = async (id: string) => {
    const status = (await findSubscription(id))?.status;
    return status === 'APPROVED' || status === 'ACTIVE';
  };

  return {
    name: 'paypal',
    can: capabilities.paypal,
    createCustomer: async () => null,
    forgetCustomer: async () => undefined,

    canSell: (product) =>
      product.quantity === undefined &&
      product.installments === undefined &&
      (product.interval === null || Boolean(planIdOf(product))),

    startPurchase: (input) =>
      asking(async () => {
        if (input.way !== 'wallet') return unsupported();
        return input.product.interval === null ? orders.start(input) : startSubscription(input);
      }),

    collectPurchase: (id, attempt) => asking(() => orders.collect(id, attempt)),

    findOpenPurchase: (id, product, promotion = null) =>
      asking(async () => {
        if (product.interval === null) return orders.findOpen(id, product, promotion);
        const subscription = await findSubscription(id);
        // What was begun may be of another price: one of the product's others, or the one before.
        if (subscription?.status !== 'APPROVAL_PENDING' || subscription.planId !== planIdOf(product))
          return null;
        const url = approvalIn(subscription.links);
        return url ? { id, url } : null;
      }),

    findPaid: ({ begunIds, product }) =>
      asking(async () => {
        const isPaid = product.interval === null ? orders.isPaidOrApproved : isApproved;
        const answers = await Promise.all(begunIds.map(isPaid));
        return begunIds.filter((_, index) => answers[index]);
      }),

    findSubscription: (id) =>
      asking(async () => {
        const path = `/v1/billing/subscriptions/${encodeURIComponent(id)}?fields=plan`;
        const subscription = await unlessMissing(
          client.call(({ ask }) => ask('GET', path, subscriptionSchema)),
        );
        return subscription && stateOfPaypalSubscription(subscription, null);
      }),

    setCancelAtPeriodEnd: async () => unsupported(),
    openCardPage: async () => unsupported(),
    collectDue: async () => unsupported(),
    previewSwitch: async () => unsupported(),
    switchPrice: async () => unsupported(),
    scheduleNextPrice: async () => unsupported(),
    keepPrice: async () => unsupported(),
    setNextPrice: async () => unsupported(),
    pauseSubscription: async () => unsupported(),
    resumeSubscription: async () => unsupported(),
    previewQuantity: async () => unsupported(),
    raiseQuantity: async () => unsupported(),
    setNextQuantity: async () => unsupported(),
    discountSubscription: async () => unsupported(),
    payerPage: (subscriptionId) => {
      const page = new URL(autopayUrl);
      page.searchParams.set('id', subscriptionId);
      return page.href;
    },
    findCard: async () => null,
    findMoneyBack: async () => null,
    findFee: async () => unsupported(),
    makePromotion: async () => unsupported(),
    endPromotion: async () => unsupported(),
    // Nothing is paid there before the site takes it, which asks first whether the code still holds.
    closePromoted: async () => 'closed',
    closeUnpaid: async () => unsupported(),

    limitPayments: async () => unsupported(),
    suspendSubscription: (id, reason) =>
      asking(async () => {
        await change(id, ['ACTIVE'], ({ subscriptions }) =>
          subscriptions.suspendSubscription({ id, body: { reason } }),
        );
      }),
    activateSubscription: (id, reason) =>
      asking(async () => {
        const before = await change(id, ['SUSPENDED'], ({ subscriptions }) =>
          subscriptions.activateSubscription({ id, body: { reason } }),
        );
        // Prices there are changed by nobody but the payer.
        return before?.status === 'SUSPENDED' || before?.status === 'ACTIVE' ? { nextPrice: null } : null;
      }),
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

    refundPayment: (saleId) => asking(() => refundOnce(saleId), 'payment'),
    refundPart: ({ paymentId, key, ...part }) =>
      asking(() => refundOnce(paymentId, `part-${key}`, part), 'payment'),

    findOrigin: ({ paymentId }) => asking(async () => (paymentId ? findOriginAt(client, paymentId) : null)),

    ...createPaypalEvents(client, webhookId),
    ...createPaypalSetup(client, settings),
    ...createPaypalForeign(client),
    ...createPaypalPresent(client, orders.present),
  };
}
