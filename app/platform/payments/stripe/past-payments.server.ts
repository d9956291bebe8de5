import type Stripe from 'stripe';
import type { ForeignSubscriptions, PastPayment } from '#app/platform/payments/foreign-subscriptions.ts';
import { describeEvent } from '#app/platform/payments/stripe/describe-event.ts';
import { asking } from '#app/platform/payments/stripe/errors.server.ts';
import { fromSeconds, idOf } from '#app/platform/payments/stripe/values.ts';

type Charges = ReadonlyMap<string, Stripe.Charge>;

/** What a customer's card was charged, by the payment that each charge was of. */
async function chargesOf(stripe: Stripe, customer: string): Promise<Charges> {
  const charges = new Map<string, Stripe.Charge>();
  let after: string | undefined;
  for (;;) {
    const page = await asking(() =>
      stripe.charges.list({ customer, limit: 100, ...(after ? { starting_after: after } : {}) }),
    );
    for (const charge of page.data) {
      const paymentId = idOf(charge.payment_intent);
      // Attempts that were refused are charges too.
      if (paymentId && charge.status === 'succeeded') charges.set(paymentId, charge);
    }
    after = page.data.at(-1)?.id;
    if (!page.has_more || !after) return charges;
  }
}

/** How a dispute of a charge stands that has had one. One that was won leaves the payment as it is. */
async function disputeOf(stripe: Stripe, charge: Stripe.Charge): Promise<'disputed' | 'charged_back' | null> {
  if (!charge.disputed) return null;
  const { data } = await stripe.disputes.list({ charge: charge.id, limit: 100 });
  if (data.some(({ status }) => status === 'lost')) return 'charged_back';
  return data.some(({ status }) => status === 'needs_response' || status === 'under_review')
    ? 'disputed'
    : null;
}

/** What became of the money of a charge. */
async function standingOf(
  stripe: Stripe,
  charge: Stripe.Charge | undefined,
  amountCents: number,
): Promise<Pick<PastPayment, 'status' | 'refundedCents'>> {
  const dispute = charge ? await disputeOf(stripe, charge) : null;
  if (dispute === 'charged_back') return { status: dispute, refundedCents: amountCents };
  const refundedCents = Math.min(charge?.amount_refunded ?? 0, amountCents);
  if (dispute) return { status: dispute, refundedCents };
  if (refundedCents === 0) return { status: 'paid', refundedCents };
  return { status: refundedCents < amountCents ? 'partially_refunded' : 'refunded', refundedCents };
}

/** What was paid for a subscription at Stripe: its paid invoices that took money, with what became of that. */
export function createPastPayments(stripe: Stripe): Pick<ForeignSubscriptions, 'listPastPayments'> {
  async function read(invoice: Stripe.Invoice, charges: Charges): Promise<PastPayment[]> {
    const paidAt = fromSeconds(invoice.status_transitions.paid_at ?? invoice.created);
    // Told as its event would tell it.
    const fact = describeEvent({
      id: `past-${invoice.id}`,
      type: 'invoice.paid',
      created: invoice.status_transitions.paid_at ?? invoice.created,
      data: { object: invoice },
    } as Stripe.Event);
    if (fact.kind !== 'invoice_paid' || fact.amountCents === 0 || !paidAt) return [];
    const { invoiceId, amountCents, taxCents, currency, paysFor, periodStart, periodEnd, receiptUrl } = fact;
    const paymentIds = (invoice.payments?.data ?? []).flatMap(
      ({ payment }) => idOf(payment.payment_intent) ?? [],
    );
    const paymentId = paymentIds.find((id) => charges.has(id)) ?? paymentIds[0] ?? null;
    return [
      {
        invoiceId,
        paymentId,
        amountCents,
        taxCents: Math.min(taxCents, amountCents),
        ...(await standingOf(stripe, charges.get(paymentId ?? ''), amountCents)),
        currency,
        paidAt,
        ...(paysFor ? { paysFor } : {}),
        periodStart,
        periodEnd,
        receiptNumber: invoice.number ?? null,
        receiptUrl,
      },
    ];
  }

  return {
    async *listPastPayments(subscription) {
      let after: string | undefined;
      const charges = new Map<string, Charges>();
      for (;;) {
        const page = await asking(() =>
          stripe.invoices.list({
            subscription,
            status: 'paid',
            limit: 100,
            expand: ['data.payments'],
            ...(after ? { starting_after: after } : {}),
          }),
        );
        const payments: PastPayment[] = [];
        for (const invoice of page.data) {
          const customer = idOf(invoice.customer) ?? '';
          if (customer && !charges.has(customer)) charges.set(customer, await chargesOf(stripe, customer));
          payments.push(...(await asking(() => read(invoice, charges.get(customer) ?? new Map()))));
        }
        yield payments;
        after = page.data.at(-1)?.id;
        if (!page.has_more || !after) return;
      }
    },
  };
}
