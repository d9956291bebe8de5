import type Stripe from 'stripe';
import { log } from '#app/platform/log.server.ts';
import { PaymentError, type Provider, type ProviderEvent } from '#app/platform/payments/port.ts';
import { readStripeEvent } from '#app/platform/payments/readable-event.ts';
import { withLines } from '#app/platform/payments/stripe/checkout-lines.server.ts';
import { describeEvent, isActedOn, stripeEventTypes } from '#app/platform/payments/stripe/describe-event.ts';
import { hidesDiscounts } from '#app/platform/payments/stripe/describe-money.ts';
import { asking } from '#app/platform/payments/stripe/errors.server.ts';
import { unlessMissing } from '#app/platform/payments/stripe/missing-object.server.ts';
import { stripeSdk } from '#app/platform/payments/stripe/sdk.server.ts';

const eventOf = (event: Stripe.Event): ProviderEvent => ({
  provider: 'stripe',
  id: event.id,
  type: event.type,
  createdAt: new Date(event.created * 1000),
  payload: event,
});

const withDiscounts = { expand: ['discounts'] };

const toSeconds = (at: Date) => Math.floor(at.getTime() / 1000);

/** What Stripe tells, by webhooks and in its list. */
export function createEvents(
  stripe: Stripe,
  webhookSecret: string,
): Pick<Provider, 'openWebhook' | 'readEvent' | 'listEvents'> {
  /** The object of an event as it is now, in our version of the API. */
  const retrievers: Record<string, (id: string) => Promise<unknown>> = {
    subscription: (id) => stripe.subscriptions.retrieve(id),
    invoice: (id) => stripe.invoices.retrieve(id, withDiscounts),
    invoice_payment: (id) => stripe.invoicePayments.retrieve(id),
    payment_intent: (id) => stripe.paymentIntents.retrieve(id),
    'checkout.session': (id) => stripe.checkout.sessions.retrieve(id),
    refund: (id) => stripe.refunds.retrieve(id),
    dispute: (id) => stripe.disputes.retrieve(id),
  };

  /**
   * An event of our version of the API: that of the SDK, whose types events are read by. Stripe writes events in the version of the account or the endpoint, and never anew: the
   * shapes of others are not known here, so their object is asked for.
   */
  async function inOurVersion(event: Stripe.Event): Promise<Stripe.Event> {
    const { id: eventId, type, api_version: version } = event;
    const expected = stripeSdk().API_VERSION;
    if (!version || version === expected) return event;
    log().error({ eventId, type, version, expected }, 'an event has another API version');
    const { object, id } = event.data.object as { object?: string; id?: string };
    const retrieve = retrievers[object ?? ''];
    if (!retrieve || !id) return event;
    return { ...event, data: { object: await retrieve(id) } } as Stripe.Event;
  }

  /** An event with what it leaves out: of the discounts of an invoice it tells only the ids, and of the lines of a checkout nothing. */
  async function whole(event: Stripe.Event): Promise<Stripe.Event> {
    if (event.type === 'checkout.session.completed')
      return { ...event, data: { object: await withLines(stripe, event.data.object) } };
    if (event.type !== 'invoice.paid') return event;
    const { object: summary } = event.data;
    if (!summary.id || !summary.amount_paid || !hidesDiscounts(summary)) return event;
    const invoice = await unlessMissing(stripe.invoices.retrieve(summary.id, withDiscounts));
    return invoice ? { ...event, data: { object: { ...summary, discounts: invoice.discounts } } } : event;
  }

  return {
    async openWebhook(body, headers) {
      const signature = headers.get('Stripe-Signature') ?? '';
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(body, signature, webhookSecret);
      } catch (error) {
        if (error instanceof stripeSdk().errors.StripeSignatureVerificationError)
          throw new PaymentError('bad_signature', 'The signature is not the payment provider’s.', false);
        // Signed, and still no event: the endpoint was set up for thin events, or what was signed is no JSON.
        throw new PaymentError(
          'bad_event',
          'The event is of a form that is not read here. Set the endpoint up for snapshot events at Stripe.',
          false,
        );
      }
      return readStripeEvent(event, eventOf);
    },

    readEvent: ({ id: eventId, type, createdAt, payload }) =>
      asking(async () => {
        if (!isActedOn(type)) return { provider: 'stripe', eventId, type, createdAt, kind: 'ignored' };
        return readStripeEvent(await whole(await inOurVersion(payload as Stripe.Event)), describeEvent);
      }),

    async *listEvents(from, to) {
      const span = { created: { gte: toSeconds(from), lt: Math.ceil(to.getTime() / 1000) } };
      let after: string | undefined;
      for (;;) {
        const page = await asking(() =>
          stripe.events.list({
            ...span,
            types: [...stripeEventTypes],
            limit: 100,
            ...(after ? { starting_after: after } : {}),
          }),
        );
        yield page.data.map(eventOf);
        after = page.data.at(-1)?.id;
        if (!page.has_more || !after) return;
      }
    },
  };
}
