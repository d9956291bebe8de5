import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import { describeEvent } from '#app/platform/payments/describe-event.ts';
import { PaymentError, type PaymentFact, type SoldProduct } from '#app/platform/payments/port.ts';
import { readStripeEvent } from '#app/platform/payments/readable-event.ts';
import { asking } from '#app/platform/payments/stripe-errors.server.ts';
import { createOneTimePayments, type OneTimePayments } from '#app/platform/payments/stripe-once.server.ts';
import { createOrigins, type Origins } from '#app/platform/payments/stripe-origin.server.ts';

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Another server that speaks Stripe's API (the sandbox), on this machine. */
  apiPort?: number;
}

/** A subscription begun but not paid, and the secret with which the browser pays its first invoice. */
export interface StartedSubscription {
  subscriptionId: string;
  clientSecret: string;
}

type Metadata = Record<string, string>;

/** What the billing domain asks of a provider. */
export interface Payments extends OneTimePayments, Origins {
  createCustomer(user: { userId: string; email: string; name: string }): Promise<string>;
  startSubscription(input: {
    customerId: string;
    product: SoldProduct;
    metadata: Metadata;
    idempotencyKey: string;
  }): Promise<StartedSubscription>;
  /** The secret of a subscription begun earlier; null when it no longer waits for its first payment. */
  findOpenSecret(subscriptionId: string): Promise<string | null>;
  /** The subscriptions of a customer to a product that are paid and running at the provider. */
  findActiveSubscriptions(customerId: string, productKey: string): Promise<string[]>;
  /** The address of the provider's own page for a card: a subscription, or, without an interval, one payment. */
  createHostedCheckout(input: {
    customerId: string;
    product: SoldProduct;
    metadata: Metadata;
    successUrl: string;
    cancelUrl: string;
    idempotencyKey: string;
  }): Promise<string>;
  /** Lets a subscription end with the period that is paid, or (`false`) go on after all. Safe to repeat. */
  setCancelAtPeriodEnd(subscriptionId: string, value: boolean): Promise<void>;
  /** Ends a subscription at once; nothing more is collected for it, and nothing given back. Safe to repeat. */
  endSubscription(subscriptionId: string): Promise<void>;
  /** The address of the provider's page on which the card that pays a subscription is replaced; it leads on to `savedUrl`. */
  openCardPage(input: { subscriptionId: string; returnUrl: string; savedUrl: string }): Promise<string>;
  /** Ends a subscription at once and gives back what its last invoice took. Safe to repeat. */
  undoSubscription(subscriptionId: string): Promise<void>;
  /** The facts of a webhook. @throws {PaymentError} when the signature is not the provider's, or the event of no known form. */
  readWebhook(body: string, signature: string): PaymentFact;
}

function secretOf(subscription: Stripe.Subscription): string | null {
  const invoice = subscription.latest_invoice;
  if (subscription.status !== 'incomplete' || !invoice || typeof invoice === 'string') return null;
  return invoice.confirmation_secret?.client_secret ?? null;
}

const idOf = (ref: string | { id: string }) => (typeof ref === 'string' ? ref : ref.id);

const withSecret = ['latest_invoice.confirmation_secret'];

/** A key that says which call it is of, and with what: the provider refuses a key that comes back with other words. */
const keyOf = (call: string, id: string, ...words: string[]) =>
  `${call}-${id}-${createHash('sha256').update(words.join('\n')).digest('hex').slice(0, 16)}`;

/** The payments port over Stripe's own SDK; the sandbox answers the same calls. */
export function createStripePayments(settings: StripeSettings): Payments {
  const stripe = new Stripe(settings.secretKey, {
    maxNetworkRetries: 2,
    timeout: 15_000,
    telemetry: false,
    ...(settings.apiPort ? { protocol: 'http' as const, host: '127.0.0.1', port: settings.apiPort } : {}),
  });
  const priceIds = new Map<string, string>();

  /** The price of a product as the catalogue has it today; made at the provider the first time it is sold. */
  async function priceOf({ key, name, amountCents, currency, interval }: SoldProduct): Promise<string> {
    const lookupKey = `${key}_${currency}_${amountCents}_${interval ?? 'once'}`;
    const known = priceIds.get(lookupKey);
    if (known) return known;
    const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
    const id =
      data[0]?.id ??
      (
        await stripe.prices.create(
          {
            currency,
            unit_amount: amountCents,
            lookup_key: lookupKey,
            product_data: { name },
            ...(interval ? { recurring: { interval } } : {}),
          },
          { idempotencyKey: keyOf('price', lookupKey, name) },
        )
      ).id;
    priceIds.set(lookupKey, id);
    return id;
  }

  function verify(body: string, signature: string): Stripe.Event {
    try {
      return stripe.webhooks.constructEvent(body, signature, settings.webhookSecret);
    } catch {
      throw new PaymentError('bad_signature', 'The signature is not the payment provider’s.', false);
    }
  }

  /** Ends a subscription; one that has ended stays as it is. */
  async function end(subscriptionId: string): Promise<Stripe.Subscription> {
    const subscription = await stripe.subscriptions.retrieve(subscriptionId);
    return subscription.status === 'canceled' ? subscription : stripe.subscriptions.cancel(subscriptionId);
  }

  /** Gives a payment back; one already given back stays as it is. */
  async function refundOnce(paymentIntentId: string, idempotencyKey: string): Promise<void> {
    try {
      await stripe.refunds.create({ payment_intent: paymentIntentId }, { idempotencyKey });
    } catch (error) {
      const isDone = error instanceof Stripe.errors.StripeError && error.code === 'charge_already_refunded';
      if (!isDone) throw error;
    }
  }

  return {
    ...createOneTimePayments(stripe, refundOnce),
    ...createOrigins(stripe),

    createCustomer: ({ userId, email, name }) =>
      asking(async () => {
        const customer = await stripe.customers.create(
          { email, name, metadata: { user_id: userId } },
          { idempotencyKey: keyOf('customer', userId, email, name) },
        );
        return customer.id;
      }),

    startSubscription: ({ customerId, product, metadata, idempotencyKey }) =>
      asking(async () => {
        const subscription = await stripe.subscriptions.create(
          {
            customer: customerId,
            items: [{ price: await priceOf(product) }],
            payment_behavior: 'default_incomplete',
            payment_settings: { save_default_payment_method: 'on_subscription' },
            metadata,
            expand: withSecret,
          },
          { idempotencyKey },
        );
        const clientSecret = secretOf(subscription);
        if (!clientSecret)
          throw new PaymentError(
            'no_client_secret',
            'The payment could not be prepared. Please try again.',
            true,
          );
        return { subscriptionId: subscription.id, clientSecret };
      }),

    findOpenSecret: (subscriptionId) =>
      asking(async () =>
        secretOf(await stripe.subscriptions.retrieve(subscriptionId, { expand: withSecret })),
      ),

    findActiveSubscriptions: (customer, productKey) =>
      asking(async () => {
        const { data } = await stripe.subscriptions.list({ customer, status: 'active', limit: 100 });
        return data.filter(({ metadata }) => metadata.product === productKey).map(({ id }) => id);
      }),

    createHostedCheckout: ({ customerId, product, metadata, successUrl, cancelUrl, idempotencyKey }) =>
      asking(async () => {
        const session = await stripe.checkout.sessions.create(
          {
            customer: customerId,
            line_items: [{ price: await priceOf(product), quantity: 1 }],
            success_url: successUrl,
            cancel_url: cancelUrl,
            metadata,
            ...(product.interval
              ? { mode: 'subscription', subscription_data: { metadata } }
              : {
                  mode: 'payment',
                  allowed_payment_method_types: ['card'],
                  payment_intent_data: { metadata },
                }),
          },
          { idempotencyKey },
        );
        if (!session.url) throw new PaymentError('no_url', 'Error creating checkout session.', true);
        return session.url;
      }),

    setCancelAtPeriodEnd: (subscriptionId, value) =>
      asking(async () => {
        const { cancel_at, cancel_at_period_end } = await stripe.subscriptions.retrieve(subscriptionId);
        // What a member cancels on Stripe's own page has a date in place of the flag.
        const isDated = cancel_at !== null && !cancel_at_period_end;
        const change = !value && isDated ? { cancel_at: '' as const } : { cancel_at_period_end: value };
        await stripe.subscriptions.update(subscriptionId, change);
      }),

    endSubscription: (subscriptionId) =>
      asking(async () => {
        await end(subscriptionId);
      }),

    openCardPage: ({ subscriptionId, returnUrl, savedUrl }) =>
      asking(async () => {
        const { customer: owner, default_payment_method } =
          await stripe.subscriptions.retrieve(subscriptionId);
        const customer = idOf(owner);
        // The page changes the card of the customer, which a card of the subscription's own would go before.
        if (default_payment_method) {
          const settings = { default_payment_method: idOf(default_payment_method) };
          await stripe.customers.update(customer, { invoice_settings: settings });
          await stripe.subscriptions.update(subscriptionId, { default_payment_method: '' });
        }
        const session = await stripe.billingPortal.sessions.create({
          customer,
          return_url: returnUrl,
          flow_data: {
            type: 'payment_method_update',
            after_completion: { type: 'redirect', redirect: { return_url: savedUrl } },
          },
        });
        return session.url;
      }),

    undoSubscription: (subscriptionId) =>
      asking(async () => {
        const { latest_invoice: invoice } = await end(subscriptionId);
        const invoiceId = invoice && idOf(invoice);
        if (!invoiceId) return;
        const { data } = await stripe.invoicePayments.list({ invoice: invoiceId, limit: 1 });
        const intent = data[0]?.payment.payment_intent;
        const intentId = intent && idOf(intent);
        if (data[0]?.status === 'paid' && intentId) await refundOnce(intentId, `undo-${subscriptionId}`);
      }),

    readWebhook: (body, signature) => readStripeEvent(verify(body, signature), describeEvent),
  };
}
