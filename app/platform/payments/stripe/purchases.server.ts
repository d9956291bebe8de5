import type Stripe from 'stripe';
import { lineId } from '#app/platform/payments/payment-line.ts';
import {
  discounted,
  PaymentError,
  type Promotion,
  type Provider,
  type PurchaseInput,
  type SoldProduct,
  type StartedPurchase,
  takesOff,
  unsupported,
} from '#app/platform/payments/port.ts';
import { createCatalogue, stripeIdempotencyKey } from '#app/platform/payments/stripe/catalogue.server.ts';
import { closePromoted, voidUnlessPaid } from '#app/platform/payments/stripe/close-promoted.server.ts';
import { asking } from '#app/platform/payments/stripe/errors.server.ts';
import { unlessMissing } from '#app/platform/payments/stripe/missing-object.server.ts';
import { stripePage } from '#app/platform/payments/stripe/pages.server.ts';
import { chargeSavedCard } from '#app/platform/payments/stripe/saved-card.server.ts';
import { idOf } from '#app/platform/payments/stripe/values.ts';

type Purchases = Pick<
  Provider,
  | 'canSell'
  | 'closeUnpaid'
  | 'createCustomer'
  | 'forgetCustomer'
  | 'startPurchase'
  | 'collectPurchase'
  | 'findOpenPurchase'
  | 'findPaid'
  | 'makePromotion'
  | 'endPromotion'
  | 'closePromoted'
>;

/** Statuses in which a payment still waits for a card. */
const openStatuses: readonly Stripe.PaymentIntent.Status[] = ['requires_payment_method', 'requires_action'];

/** Statuses of a subscription that somebody has got: paid, free for now, or on trial. */
const paidStatuses: readonly Stripe.Subscription.Status[] = ['active', 'trialing'];

/** How far Stripe's clock may be from ours. */
const clockSkewSeconds = 300;

const withSecret = ['latest_invoice.confirmation_secret'];

function secretOf(subscription: Stripe.Subscription): string | null {
  const invoice = subscription.latest_invoice;
  if (subscription.status !== 'incomplete' || !invoice || typeof invoice === 'string') return null;
  return invoice.confirmation_secret?.client_secret ?? null;
}

function started(id: string, clientSecret: string | null): StartedPurchase {
  if (!clientSecret)
    throw new PaymentError('no_client_secret', 'The payment could not be prepared. Please try again.', true);
  return { id, clientSecret };
}

/** How many, as a subscription's item says it; of what is bought once nothing is said. */
const quantityOf = ({ quantity }: SoldProduct) => (quantity === undefined ? {} : { quantity });

/** What a single payment takes, in integer cents: a promotion takes nothing off what is added. */
const singleCents = (product: SoldProduct, promotion: Promotion | null, bump: SoldProduct | null) =>
  discounted(product.amountCents, promotion) + (bump?.amountCents ?? 0);

/** What a hosted page asks for so that Stripe can tell the tax: where the buyer is, and a business's tax id. */
const taxed = {
  automatic_tax: { enabled: true },
  billing_address_collection: 'required',
  tax_id_collection: { enabled: true },
  // What was typed there is written to the customer, which a taxed subscription wants.
  customer_update: { address: 'auto', name: 'auto' },
} as const satisfies Stripe.Checkout.SessionCreateParams;

/** How purchases begin at Stripe: customers, subscriptions, single payments and the hosted checkout. */
export function createPurchases(
  stripe: Stripe,
  { collectsTax, isSandbox }: { collectsTax: boolean; isSandbox: boolean },
): Purchases {
  const { priceOf, couponOf, codeOf, promotionCoupon } = createCatalogue(stripe, collectsTax);

  /** What a promotion takes off by, as Stripe is told it; nothing for one that takes nothing off. */
  async function discountsOf(
    promotion: Promotion | null,
    product: SoldProduct,
    bump: SoldProduct | null | undefined,
  ): Promise<({ promotion_code: string } | { coupon: string })[]> {
    if (!promotion || !takesOff(promotion)) return [];
    // A code takes something off whatever is paid for: beside an order bump it is a coupon for the product alone.
    if (bump || promotion.isSiteOnly)
      return [{ coupon: await promotionCoupon(promotion, product.currency, bump ? product : null) }];
    return [{ promotion_code: promotion.providerId ?? (await codeOf(promotion)) }];
  }

  /** Whether something was begun with this promotion, these installments and this bump at its price, or with none. */
  const isBegunWith = (
    { metadata }: { metadata: Stripe.Metadata },
    promotion: Promotion | null,
    bump: SoldProduct | null,
    { installments }: Pick<SoldProduct, 'installments'> = {},
  ) =>
    metadata.promotion_code === promotion?.code &&
    metadata.bump_price === bump?.lookupKey &&
    metadata.installments === (installments === undefined ? undefined : String(installments));

  async function startSubscription(input: PurchaseInput, customer: string): Promise<StartedPurchase> {
    const discounts = await discountsOf(input.promotion ?? null, input.product, input.bump);
    const subscription = await stripe.subscriptions.create(
      {
        customer,
        items: [{ price: await priceOf(input.product), ...quantityOf(input.product) }],
        ...(input.bump ? { add_invoice_items: [{ price: await priceOf(input.bump) }] } : {}),
        ...(discounts.length > 0 ? { discounts } : {}),
        payment_behavior: 'default_incomplete',
        payment_settings: { save_default_payment_method: 'on_subscription' },
        metadata: input.metadata,
        expand: withSecret,
      },
      { idempotencyKey: input.idempotencyKey },
    );
    // A credit of the customer's has paid it: there is nothing to ask the buyer for.
    if (paidStatuses.includes(subscription.status)) return { id: subscription.id, url: input.doneUrl };
    return started(subscription.id, secretOf(subscription));
  }

  async function startPayment(input: PurchaseInput, customer: string): Promise<StartedPurchase> {
    const { product, metadata, promotion = null, bump = null, idempotencyKey } = input;
    const { id, client_secret } = await stripe.paymentIntents.create(
      {
        amount: singleCents(product, promotion, bump),
        currency: product.currency,
        customer,
        description: bump ? `${product.name} and ${bump.name}` : product.name,
        // Cards tell at once whether they pay.
        allowed_payment_method_types: ['card'],
        metadata,
      },
      { idempotencyKey },
    );
    return started(id, client_secret);
  }

  async function openCheckout(input: PurchaseInput, customer: string): Promise<StartedPurchase> {
    const { product, bump = null, metadata, doneUrl, cancelUrl, idempotencyKey } = input;
    const coupon = await couponOf(product);
    const discounts = coupon ? [{ coupon }] : await discountsOf(input.promotion ?? null, product, bump);
    const session = await stripe.checkout.sessions.create(
      {
        customer,
        line_items: [
          { price: await priceOf(product), quantity: product.quantity ?? 1 },
          ...(bump ? [{ price: await priceOf(bump), quantity: 1 }] : []),
        ],
        success_url: doneUrl,
        cancel_url: cancelUrl,
        metadata,
        // Of a discount and a box for codes Stripe takes one. A code would take something off an order bump too.
        ...(discounts.length > 0
          ? { discounts }
          : bump
            ? {}
            : { allow_promotion_codes: product.installments === undefined }),
        ...(collectsTax ? taxed : {}),
        ...(product.interval
          ? {
              mode: 'subscription',
              // What is free at first is paid later: by a card that is given now.
              payment_method_collection: 'always',
              subscription_data: { metadata },
            }
          : {
              mode: 'payment',
              allowed_payment_method_types: ['card'],
              payment_intent_data: { metadata },
            }),
      },
      { idempotencyKey },
    );
    if (!session.url) throw new PaymentError('no_url', 'Error creating checkout session.', true);
    return { id: null, url: stripePage(session.url, { isSandbox }) };
  }

  async function findOpenSecret(
    id: string,
    product: SoldProduct,
    promotion: Promotion | null,
    bump: SoldProduct | null,
  ): Promise<string | null> {
    const { interval, amountCents, quantity = 1 } = product;
    if (!interval) {
      const intent = await unlessMissing(stripe.paymentIntents.retrieve(id));
      const isOpen =
        intent &&
        openStatuses.includes(intent.status) &&
        intent.amount === singleCents(product, promotion, bump) &&
        intent.currency === product.currency &&
        isBegunWith(intent, promotion, bump);
      return isOpen ? intent.client_secret : null;
    }
    const subscription = await unlessMissing(stripe.subscriptions.retrieve(id, { expand: withSecret }));
    const [item] = subscription?.items.data ?? [];
    const isSamePrice =
      item?.price.unit_amount === amountCents &&
      item.price.currency === product.currency &&
      (item.quantity ?? 1) === quantity;
    return subscription && isSamePrice && isBegunWith(subscription, promotion, bump, product)
      ? secretOf(subscription)
      : null;
  }

  async function listPaid(customer: string, { key, interval }: SoldProduct): Promise<string[]> {
    const isOurs = ({ metadata }: { metadata: Stripe.Metadata }) => metadata.product === key;
    if (interval) {
      const { data } = await stripe.subscriptions.list({ customer, limit: 100 });
      const paid = data.filter(({ status }) => paidStatuses.includes(status));
      return paid.filter(isOurs).map(({ id }) => id);
    }
    const { data } = await stripe.paymentIntents.list({ customer, limit: 100 });
    return data
      .filter(({ status }) => status === 'succeeded')
      .flatMap((intent) =>
        isOurs(intent) ? [intent.id] : intent.metadata.bump === key ? [lineId(intent.id, key)] : [],
      );
  }

  return {
    canSell: () => true,
    // Nobody approves first there: who pays, has paid.
    collectPurchase: async () => unsupported(),

    createCustomer: ({ userId, email, name, replaces }) =>
      asking(async () => {
        const customer = await stripe.customers.create(
          { email, name, metadata: { user_id: userId } },
          {
            idempotencyKey: stripeIdempotencyKey(
              'customer',
              userId,
              email,
              name,
              ...(replaces ? [replaces] : []),
            ),
          },
        );
        return customer.id;
      }),

    forgetCustomer: (customerId) =>
      asking(async () => {
        await unlessMissing(stripe.customers.del(customerId));
      }),

    startPurchase: (input) =>
      asking(async () => {
        const { way, product, customerId } = input;
        if (way === 'wallet' || !customerId) return unsupported();
        if (way === 'card_page') return openCheckout(input, customerId);
        // Begun by the form it would be live before any card was given, or before the tax was known.
        if (product.freeIntervals > 0 || collectsTax) return unsupported();
        if (way === 'saved_card')
          return product.interval ? unsupported() : chargeSavedCard(stripe, input, customerId);
        return product.interval ? startSubscription(input, customerId) : startPayment(input, customerId);
      }),

    findOpenPurchase: (id, product, promotion = null, bump = null) =>
      asking(async () => {
        const clientSecret = await findOpenSecret(id, product, promotion, bump);
        return clientSecret ? { id, clientSecret } : null;
      }),

    makePromotion: (promotion) => asking(() => codeOf(promotion)),

    endPromotion: (id) =>
      asking(async () => {
        await unlessMissing(stripe.promotionCodes.update(id, { active: false }));
      }),

    closePromoted: ({ customerId, productKey, code, since }) =>
      asking(async () => {
        if (!customerId) return 'closed';
        const from = since.getTime() / 1000 - clockSkewSeconds;
        return closePromoted(
          stripe,
          customerId,
          ({ metadata, created }) =>
            created >= from && metadata?.promotion_code === code && metadata.product === productKey,
        );
      }),

    closeUnpaid: (subscriptionId) =>
      asking(async () => {
        const subscription = await unlessMissing(stripe.subscriptions.retrieve(subscriptionId));
        return voidUnlessPaid(stripe, idOf(subscription?.latest_invoice ?? null));
      }),

    findPaid: ({ customerId, product }) =>
      asking(async () => (customerId ? listPaid(customerId, product) : [])),
  };
}
