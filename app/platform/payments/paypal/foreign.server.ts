import { z } from 'zod';
import { dayMs } from '#app/platform/durations.ts';
import { centsOf } from '#app/platform/payments/decimal-cents.ts';
import type { PriceFact } from '#app/platform/payments/facts.ts';
import type { ForeignSubscriptions, PastPayment } from '#app/platform/payments/foreign-subscriptions.ts';
import type { createPaypalClient } from '#app/platform/payments/paypal/client.server.ts';
import {
  stateOfPaypalSubscription,
  subscriptionSchema,
} from '#app/platform/payments/paypal/describe-subscription.ts';
import { asking, unlessMissing } from '#app/platform/payments/paypal/errors.server.ts';
import { unsupported } from '#app/platform/payments/port.ts';

/** As much of a plan as tells what it takes. */
const pricedPlanSchema = z.object({
  billing_cycles: z.array(
    z.object({
      tenure_type: z.string(),
      frequency: z.object({ interval_unit: z.string(), interval_count: z.number().default(1) }),
      pricing_scheme: z
        .object({ fixed_price: z.object({ value: z.string(), currency_code: z.string() }) })
        .optional(),
    }),
  ),
});

const foreignSchema = subscriptionSchema.extend({
  plan_id: z.string(),
  subscriber: z.object({ email_address: z.string().optional() }).optional(),
});

const begunSchema = z.object({ create_time: z.iso.datetime({ offset: true }) });

const transactionsSchema = z.object({
  transactions: z
    .array(
      z.object({
        id: z.string(),
        status: z.string(),
        time: z.iso.datetime({ offset: true }),
        amount_with_breakdown: z.object({
          gross_amount: z.object({ value: z.string(), currency_code: z.string() }),
          tax_amount: z.object({ value: z.string() }).optional(),
        }),
      }),
    )
    .default([]),
});

type Transaction = z.infer<typeof transactionsSchema>['transactions'][number];

/** Transactions that took money; of one that was given back in part PayPal does not say how much. */
const pastStatuses: Readonly<Record<string, PastPayment['status']>> = {
  COMPLETED: 'paid',
  PARTIALLY_REFUNDED: 'partially_refunded',
  REFUNDED: 'refunded',
};

function pastPaymentOf({ id, status: named, time, amount_with_breakdown }: Transaction): PastPayment[] {
  const status = pastStatuses[named];
  const { gross_amount: gross, tax_amount: tax } = amount_with_breakdown;
  const amountCents = centsOf(gross.value);
  if (!status || amountCents <= 0) return [];
  return [
    {
      invoiceId: id,
      paymentId: id,
      amountCents,
      taxCents: tax ? Math.min(centsOf(tax.value), amountCents) : 0,
      refundedCents: status === 'refunded' ? amountCents : 0,
      status,
      currency: gross.currency_code.toLowerCase(),
      paidAt: new Date(time),
      periodStart: null,
      periodEnd: null,
      receiptNumber: id,
      receiptUrl: null,
    },
  ];
}

/** PayPal is asked for so many days at once. */
const daysAtOnce = 365;

/** Subscriptions and plans at PayPal that another system has made. PayPal finds subscriptions by their ids alone. */
export function createPaypalForeign(client: ReturnType<typeof createPaypalClient>): ForeignSubscriptions {
  async function describePlan(id: string): Promise<PriceFact | null> {
    const path = `/v1/billing/plans/${encodeURIComponent(id)}`;
    const plan = await unlessMissing(client.call(({ ask }) => ask('GET', path, pricedPlanSchema)));
    const regular = plan?.billing_cycles.find(({ tenure_type }) => tenure_type === 'REGULAR');
    const price = regular?.pricing_scheme?.fixed_price;
    if (!regular || !price) return null;
    const { interval_unit: unit, interval_count: count } = regular.frequency;
    const interval = unit.toLowerCase();
    return {
      id,
      lookupKey: null,
      amountCents: centsOf(price.value),
      currency: price.currency_code.toLowerCase(),
      interval: count === 1 ? interval : `${count} ${interval}`,
    };
  }

  return {
    describePrice: (id) => asking(() => describePlan(id)),

    findForeign: (id) =>
      asking(async () => {
        const path = `/v1/billing/subscriptions/${encodeURIComponent(id)}?fields=plan`;
        const subscription = await unlessMissing(client.call(({ ask }) => ask('GET', path, foreignSchema)));
        const state = subscription && stateOfPaypalSubscription(subscription, null);
        const price = state && (await describePlan(subscription.plan_id));
        if (!price) return null;
        const { plan_id: priceId, subscriber } = subscription;
        return {
          id,
          priceId,
          customerId: null,
          email: subscriber?.email_address ?? null,
          state: { ...state, price },
        };
      }),

    async *listPastPayments(id) {
      const path = `/v1/billing/subscriptions/${encodeURIComponent(id)}`;
      const subscription = await asking(() =>
        unlessMissing(client.call(({ ask }) => ask('GET', path, begunSchema))),
      );
      if (!subscription) return;
      const end = Date.now();
      for (let from = Date.parse(subscription.create_time); from < end; from += daysAtOnce * dayMs) {
        const span = new URLSearchParams({
          start_time: new Date(from).toISOString(),
          // To the millisecond before the next span.
          end_time: new Date(Math.min(from + daysAtOnce * dayMs - 1, end)).toISOString(),
        });
        const { transactions } = await asking(() =>
          client.call(({ ask }) => ask('GET', `${path}/transactions?${span}`, transactionsSchema)),
        );
        yield transactions.flatMap(pastPaymentOf);
      }
    },

    // biome-ignore lint/correctness/useYield: it refuses
    async *listForeign() {
      unsupported();
    },
  };
}
