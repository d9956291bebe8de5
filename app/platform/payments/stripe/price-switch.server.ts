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

const refusal = (code: string, text: string) => new PaymentError(code, text, false);

const asDone = () =>
  refusal(
    'switch_done',
    'Your switch to yearly payment is being confirmed. See your billing page in a few minutes.',
  );

const hasPrice = ({ items }: Stripe.Subscription, price: string) => items.data[0]?.price.id === price;

/** Why a subscription cannot be switched as it stands at Stripe, in words for the member; null where nothing is in the way. */
function whyNotAtStripe(
  { status, collection_method, trial_end, ...subscription }: Stripe.Subscription,
  { current_period_start }: Stripe.SubscriptionItem,
): string | null {
  if (subscription.cancel_at_period_end || subscription.cancel_at)
    return 'Your membership is set to end. Keep it on your billing page first, then switch.';
  if (status === 'past_due' || status === 'unpaid')
    return 'Your last payment did not go through. Once it is paid, you can switch.';
  if (status === 'trialing' || (trial_end && trial_end > current_period_start))
    return 'Your membership costs nothing yet. You can switch after your first payment.';
  const isPlain = !subscription.pause_collection && !subscription.schedule;
  if (status !== 'active' || !isPlain || collection_method !== 'charge_automatically')
    return 'Your subscription cannot be switched here as it is. Please write to support to switch.';
  return null;
}

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

  /**
   * The one item of a subscription that can be switched. What the site knows of it may be late: a year's money is taken only where the
   * provider itself finds nothing in the way. @throws {PaymentError} with words for the member
   */
  async function itemOf(subscription: Stripe.Subscription): Promise<Stripe.SubscriptionItem> {
    const [item, ...others] = subscription.items.data;
    if (!item || others.length > 0 || (item.quantity ?? 1) !== 1)
      throw refusal(
        'switch_several_items',
        'More than one thing is paid with this subscription. Please write to support to switch.',
      );
    const text = whyNotAtStripe(subscription, item);
    if (text) throw refusal('switch_unready', text);
    const lists = await Promise.all(
      (['draft', 'open'] as const).map((status) =>
        stripe.invoices.list({ subscription: subscription.id, status, limit: 1 }),
      ),
    );
    // What nobody has paid yet must not be credited.
    if (lists.some(({ data }) => data.length > 0))
      throw refusal('switch_unpaid', 'This month’s payment is still being taken. Try again in a few hours.');
    return item;
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
        const subscription = await stripe.subscriptions.retrieve(subscriptionId);
        if (hasPrice(subscription, await priceOf(product))) throw asDone();
        const item = await itemOf(subscription);
        return preview(subscriptionId, item.id, product);
      }, 'subscription'),

    switchPrice: (subscriptionId, product, shown) =>
      asking(async () => {
        const price = await priceOf(product);
        // Idempotent: a second press, or one in another tab, finds it done.
        const subscription = await stripe.subscriptions.retrieve(subscriptionId);
        if (hasPrice(subscription, price)) return 'unchanged';
        const item = await itemOf(subscription);
        const present = await preview(subscriptionId, item.id, product);
        const age = secondsOf(present.prorationAt) - secondsOf(shown.prorationAt);
        // The moment comes back with the form: an earlier one would credit more than is left.
        if (age < 0 || age > shownForSeconds) throw stale();
        const asShown = await preview(subscriptionId, item.id, product, shown.prorationAt);
        if (asShown.dueCents !== shown.dueCents) throw stale();
        try {
          const { latest_invoice: invoice } = await stripe.subscriptions.update(subscriptionId, {
            items: [{ id: item.id, price }],
            proration_behavior: 'always_invoice',
            proration_date: secondsOf(shown.prorationAt),
            // A card that is refused leaves the subscription as it was.
            payment_behavior: 'error_if_incomplete',
            expand: ['latest_invoice'],
          });
          return invoice && typeof invoice !== 'string' && invoice.status === 'paid' ? 'paid' : 'pending';
        } catch (error) {
          // Of two presses at once the second names a moment before the period that the first has begun.
          if (hasPrice(await stripe.subscriptions.retrieve(subscriptionId), price)) return 'unchanged';
          throw error;
        }
      }, 'subscription'),
  };
}
