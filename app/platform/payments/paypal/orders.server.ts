import type { OrderRequest } from '@paypal/paypal-server-sdk';
import { log } from '#app/platform/log.server.ts';
import { centsOf, decimalOf } from '#app/platform/payments/decimal-cents.ts';
import type { PaymentFact } from '#app/platform/payments/facts.ts';
import {
  type createPaypalClient,
  type PaypalLink,
  PaypalProblem,
  pageIn,
  paypalSdk,
} from '#app/platform/payments/paypal/client.server.ts';
import {
  customIdOf,
  factsOfOrder,
  moneyOf,
  orderSchema,
  type PaypalOrder,
} from '#app/platform/payments/paypal/describe-capture.ts';
import { unlessMissing } from '#app/platform/payments/paypal/errors.server.ts';
import { hashedKey } from '#app/platform/payments/paypal/hashed-key.ts';
import {
  type Collected,
  discounted,
  type Promotion,
  type PurchaseInput,
  type SoldProduct,
  type StartedPurchase,
} from '#app/platform/payments/port.ts';

type Client = ReturnType<typeof createPaypalClient>;

/** An order begun so many hours ago is not offered again: PayPal forgets one that nobody approves after a few more. */
const openHours = 2;

/** What leads to PayPal's page, by the words of PayPal's that say so. */
const approvalRels = ['payer-action', 'approve', 'redirect'];

/** Problems that another way to pay at PayPal mends: the buyer is sent back there. */
const mendable = ['INSTRUMENT_DECLINED', 'PAYER_ACTION_REQUIRED', 'PAYER_CANNOT_PAY'];

/** Problems that come and go. */
const passing = ['ORDER_CAPTURE_IN_PROGRESS', 'PREVIOUS_REQUEST_IN_PROGRESS'];

const whole = 'return=representation';

/** For good; the operator reads why in the log. */
function refusedFor(issue: string): Collected {
  log().warn({ event: 'paypal_capture_refused', issue }, 'PayPal does not take the money of an order');
  return { state: 'refused' };
}

/** What PayPal is asked to sell once. The amount is that of its one item, less a promotion; PayPal adds no tax by itself. */
function requestOf(input: PurchaseInput): OrderRequest {
  const { product, promotion = null, metadata, brandName, approvedUrl, cancelUrl, idempotencyKey } = input;
  const inCurrency = (cents: number) => ({
    currencyCode: product.currency.toUpperCase(),
    value: decimalOf(cents),
  });
  const price = inCurrency(product.amountCents);
  const cents = discounted(product.amountCents, promotion);
  const discountCents = product.amountCents - cents;
  const name = product.name.slice(0, 127);
  const {
    CheckoutPaymentIntent,
    ItemCategory,
    PayeePaymentMethodPreference,
    PaypalExperienceUserAction,
    PaypalWalletContextShippingPreference,
  } = paypalSdk();
  return {
    intent: CheckoutPaymentIntent.Capture,
    purchaseUnits: [
      {
        referenceId: product.key,
        customId: customIdOf(metadata),
        // One for each try: PayPal takes the money of a number once.
        invoiceId: `${product.key}-${hashedKey(idempotencyKey)}`,
        description: name,
        amount: {
          ...inCurrency(cents),
          breakdown: {
            itemTotal: price,
            ...(discountCents > 0 ? { discount: inCurrency(discountCents) } : {}),
          },
        },
        items: [
          {
            name,
            sku: product.lookupKey,
            quantity: '1',
            unitAmount: price,
            category: ItemCategory.DigitalGoods,
          },
        ],
      },
    ],
    paymentSource: {
      paypal: {
        experienceContext: {
          brandName: brandName.slice(0, 127),
          shippingPreference: PaypalWalletContextShippingPreference.NoShipping,
          userAction: PaypalExperienceUserAction.PayNow,
          paymentMethodPreference: PayeePaymentMethodPreference.ImmediatePaymentRequired,
          returnUrl: approvedUrl,
          cancelUrl,
        },
      },
    },
  };
}

/** What is paid once at PayPal: an order that the buyer approves there, and whose money the site then takes. */
export function createPaypalOrders(client: Client, approvalOrigin: string) {
  const pathOf = (id: string) => `/v2/checkout/orders/${encodeURIComponent(id)}`;

  /** An order; null for one that PayPal does not know (any more). */
  const findOrder = (id: string): Promise<PaypalOrder | null> =>
    unlessMissing(client.call(({ ask }) => ask('GET', pathOf(id), orderSchema)));

  const approvalOf = (links: readonly PaypalLink[]) => pageIn(links, approvalRels, approvalOrigin);

  /** What an order has come to, as it is told. */
  function toldBy(order: PaypalOrder): Collected | null {
    const money = moneyOf(order);
    return money === 'none' ? null : { state: money, facts: factsOfOrder(order) };
  }

  async function capture(order: PaypalOrder, attempt: string): Promise<Collected> {
    const { id } = order;
    try {
      await client.call(({ orders }) =>
        orders.captureOrder({ id, paypalRequestId: hashedKey('capture', id, attempt), body: {} }),
      );
    } catch (error) {
      if (!(error instanceof PaypalProblem)) throw error;
      const { issue, status, debugId, links } = error;
      if (status === 409 || passing.includes(issue)) throw new PaypalProblem(0, issue, debugId);
      if (status !== 422) throw error;
      const url = approvalOf(links) ?? approvalOf(order.links);
      if (mendable.includes(issue) && url) return { state: 'open', url, isRefused: true };
      if (issue !== 'ORDER_ALREADY_CAPTURED') return refusedFor(issue);
    }
    const after = await findOrder(id);
    if (after?.status === 'APPROVED') throw new PaypalProblem(0, 'CAPTURE_NOT_SHOWN_YET');
    return (after && toldBy(after)) ?? refusedFor('CAPTURE_DECLINED');
  }

  return {
    async start(input: PurchaseInput): Promise<StartedPurchase> {
      const body = requestOf(input);
      const { result } = await client.call(({ orders }) =>
        orders.createOrder({
          body,
          paypalRequestId: hashedKey('order', JSON.stringify(body)),
          prefer: whole,
        }),
      );
      const url = approvalOf(result.links ?? []);
      if (!result.id || !url) throw new PaypalProblem(200, 'NO_APPROVE_LINK');
      return { id: result.id, url };
    },

    async findOpen(
      id: string,
      product: SoldProduct,
      promotion: Promotion | null,
    ): Promise<StartedPurchase | null> {
      const order = await findOrder(id);
      const amount = order?.purchase_units[0]?.amount;
      const isFresh = Date.parse(order?.create_time ?? '') > Date.now() - openHours * 3600 * 1000;
      const isOpen = order?.status === 'CREATED' || order?.status === 'PAYER_ACTION_REQUIRED';
      if (!order || !amount || !isFresh || !isOpen) return null;
      const isSamePrice =
        centsOf(amount.value) === discounted(product.amountCents, promotion) &&
        amount.currency_code.toLowerCase() === product.currency;
      const url = approvalOf(order.links);
      return isSamePrice && url ? { id, url } : null;
    },

    /** Whether an order's money has been taken, is on its way, or can be taken. */
    async isPaidOrApproved(id: string): Promise<boolean> {
      const order = await findOrder(id);
      return order !== null && (order.status === 'APPROVED' || moneyOf(order) !== 'none');
    },

    async collect(id: string, attempt: string): Promise<Collected> {
      const order = await findOrder(id);
      if (!order || order.status === 'VOIDED') return { state: 'gone' };
      const outcome = toldBy(order);
      if (outcome) return outcome;
      if (order.status === 'COMPLETED') return refusedFor('CAPTURE_DECLINED');
      if (order.status === 'APPROVED') return capture(order, attempt);
      const url = approvalOf(order.links);
      return url ? { state: 'open', url, isRefused: false } : { state: 'gone' };
    },

    /** What events of an order would tell now: of its money, or that the buyer has approved it. */
    async present(id: string): Promise<PaymentFact[]> {
      const order = await findOrder(id);
      if (!order) return [];
      const head = {
        provider: 'paypal',
        eventId: `present-${id}-approved`,
        type: 'CHECKOUT.ORDER.APPROVED',
        createdAt: new Date(order.create_time ?? Date.now()),
      } as const;
      return order.status === 'APPROVED'
        ? [{ ...head, kind: 'purchase_approved', begunId: id }]
        : factsOfOrder(order);
    },
  };
}
