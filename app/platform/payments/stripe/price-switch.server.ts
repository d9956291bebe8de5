import type Stripe from 'stripe';
import {
  PaymentError,
  type Provider,
  type SoldProduct,
  type SwitchPreview,
} from '#app/platform/payments/port.ts';
import { createCatalogue } from '#app/platform/payments/stripe/catalogue.server.ts';
import { asking } from '#app/platform/payments/stripe/errors.server.ts';
import { fromSeconds } from '#app/platform/payments/stripe/values.ts';

/** How long what was shown may be pressed, in seconds: the unused time is credited as of the moment it was shown. */
const shownForSeconds = 3600;

const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000);

const stale = () =>
  new PaymentError('switch_stale', 'The amount has changed since this page was shown.', false);

const asDone = () =>
  new PaymentError(
    'switch_done',
    'Your switch to yearly payment is being confirmed. See your billing page in a few minutes.',
    false,
  );

const isProration = ({ parent }: Stripe.InvoiceLineItem) =>
  (parent?.subscription_item_details ?? parent?.invoice_item_details)?.proration === true;

/** What an invoice that nobody has made yet would take. */
function previewOf(invoice: Stripe.Invoice, prorationAt: Date): SwitchPreview {
  const { data: lines } = invoice.lines;
  const begun = lines.find((line) => !isProration(line) && line.amount > 0);
  if (!begun)
    throw new PaymentError('switch_unclear', 'The payment provider did not say what this costs.', false);
  const sum = (amounts: readonly { amount: number }[]) =>
    amounts.reduce((total, { amount }) => total + amount, 0);
  return {
    dueCents: invoice.amount_due,
    creditCents: -sum(lines.filter((line) => isProration(line) && line.amount < 0)),
    discountCents: sum(invoice.total_discount_amounts ?? []),
    taxCents: Math.max(0, sum(invoice.total_taxes ?? [])),
    balanceCents: Math.max(0, invoice.total - invoice.amount_due),
    currency: invoice.currency,
    prorationAt,
    renewsAt: new Date(begun.period.end * 1000),
  };
}

/**
 * Another interval in place of a subscription's own: Stripe begins a new period at once, takes its price, and credits what is left of the
 * period before.
 */
export function createSwitches(
  stripe: Stripe,
  collectsTax: boolean,
): Pick<Provider, 'previewSwitch' | 'switchPrice'> {
  const { priceOf } = createCatalogue(stripe, collectsTax);

  /** The one item of a subscription. @throws {PaymentError} where it has several, as the operator may have given it there */
  async function itemOf(subscriptionId: string): Promise<Stripe.SubscriptionItem> {
    const { items } = await stripe.subscriptions.retrieve(subscriptionId);
    const [item, ...others] = items.data;
    if (!item || others.length > 0)
      throw new PaymentError(
        'switch_several_items',
        'More than one thing is paid with this subscription. Please write to support to switch.',
        false,
      );
    return item;
  }

  /** @throws {PaymentError} where a payment is not made yet: what nobody has paid must not be credited */
  async function refuseUnpaid(subscription: string): Promise<void> {
    const lists = await Promise.all(
      (['draft', 'open'] as const).map((status) => stripe.invoices.list({ subscription, status, limit: 1 })),
    );
    if (lists.some(({ data }) => data.length > 0))
      throw new PaymentError(
        'switch_unpaid',
        'This month’s payment is still being taken. Try again in a few hours.',
        false,
      );
  }

  async function preview(
    subscriptionId: string,
    itemId: string,
    product: SoldProduct,
    at?: Date,
  ): Promise<SwitchPreview> {
    const invoice = await stripe.invoices.createPreview({
      subscription: subscriptionId,
      subscription_details: {
        items: [{ id: itemId, price: await priceOf(product) }],
        proration_behavior: 'always_invoice',
        ...(at ? { proration_date: secondsOf(at) } : {}),
      },
    });
    const statedDate = fromSeconds(invoice.parent?.subscription_details?.subscription_proration_date);
    return previewOf(invoice, statedDate ?? at ?? new Date(invoice.created * 1000));
  }

  return {
    previewSwitch: (subscriptionId, product) =>
      asking(async () => {
        const item = await itemOf(subscriptionId);
        if (item.price.id === (await priceOf(product))) throw asDone();
        await refuseUnpaid(subscriptionId);
        return preview(subscriptionId, item.id, product);
      }, 'subscription'),

    switchPrice: (subscriptionId, product, shown) =>
      asking(async () => {
        const item = await itemOf(subscriptionId);
        const price = await priceOf(product);
        // Idempotent: a second press, or one in another tab, finds it done.
        if (item.price.id === price) return false;
        await refuseUnpaid(subscriptionId);
        const present = await preview(subscriptionId, item.id, product);
        const age = secondsOf(present.prorationAt) - secondsOf(shown.prorationAt);
        // The moment comes back with the form: an earlier one would credit more than is left.
        if (age < 0 || age > shownForSeconds) throw stale();
        const asShown = await preview(subscriptionId, item.id, product, shown.prorationAt);
        if (asShown.dueCents !== shown.dueCents) throw stale();
        try {
          await stripe.subscriptions.update(subscriptionId, {
            items: [{ id: item.id, price }],
            proration_behavior: 'always_invoice',
            proration_date: secondsOf(shown.prorationAt),
            // A card that is refused leaves the subscription as it was.
            payment_behavior: 'error_if_incomplete',
          });
        } catch (error) {
          // Of two presses at once the second names a moment before the period that the first has begun.
          if ((await itemOf(subscriptionId)).price.id === price) return false;
          throw error;
        }
        return true;
      }, 'subscription'),
  };
}
