import { z } from 'zod';
import { dayMs } from '#app/platform/durations.ts';
import type { PaymentFact } from '#app/platform/payments/facts.ts';
import type { createPaypalClient } from '#app/platform/payments/paypal/client.server.ts';
import { describePaypalEvent, saleSchema } from '#app/platform/payments/paypal/describe-event.ts';
import { subscriptionSchema } from '#app/platform/payments/paypal/describe-subscription.ts';
import { asking, unlessMissing } from '#app/platform/payments/paypal/errors.server.ts';
import { completeFact } from '#app/platform/payments/paypal/webhook.server.ts';
import type { Provider } from '#app/platform/payments/port.ts';
import { readEvent } from '#app/platform/payments/readable-event.ts';

type Client = ReturnType<typeof createPaypalClient>;

const transactionsSchema = z.object({
  transactions: z.array(z.object({ id: z.string(), status: z.string(), time: z.string() })).default([]),
});

/** How far back a latest payment is looked for: more than a year, the longest interval that is sold. */
const sinceDays = 400;

/** How things stand at PayPal now, told as events tell it. */
export function createPaypalPresent(
  client: Client,
  presentOrder: (id: string) => Promise<PaymentFact[]>,
): Pick<Provider, 'findPresent'> {
  const factOf = (id: string, event_type: string, create_time: string, resource: unknown) =>
    completeFact(
      client,
      readEvent(() => describePaypalEvent({ id: `present-${id}`, event_type, create_time, resource })),
    );

  async function latestPayment(path: string, now: Date): Promise<PaymentFact[]> {
    const span = new URLSearchParams({
      start_time: new Date(now.getTime() - sinceDays * dayMs).toISOString(),
      end_time: now.toISOString(),
    });
    const { transactions } = await client.call(({ ask }) =>
      ask('GET', `${path}/transactions?${span}`, transactionsSchema),
    );
    const [latest] = transactions
      .filter(({ status }) => status === 'COMPLETED')
      .toSorted((a, b) => Date.parse(b.time) - Date.parse(a.time));
    if (!latest) return [];
    const salePath = `/v1/payments/sale/${encodeURIComponent(latest.id)}`;
    const sale = await unlessMissing(client.call(({ ask }) => ask('GET', salePath, z.unknown())));
    if (!saleSchema.safeParse(sale).success) return [];
    return [await factOf(latest.id, 'PAYMENT.SALE.COMPLETED', latest.time, sale)];
  }

  return {
    findPresent: (about) =>
      asking(async () => {
        if (!('subscriptionId' in about)) return presentOrder(about.paymentId);
        const path = `/v1/billing/subscriptions/${encodeURIComponent(about.subscriptionId)}`;
        const subscription = await unlessMissing(
          client.call(({ ask }) => ask('GET', `${path}?fields=plan`, z.unknown())),
        );
        if (!subscriptionSchema.safeParse(subscription).success) return [];
        const now = new Date();
        const id = `${about.subscriptionId}-${Math.floor(now.getTime() / 1000)}`;
        const state = await factOf(id, 'BILLING.SUBSCRIPTION.UPDATED', now.toISOString(), subscription);
        return [...(await latestPayment(path, now)), state];
      }),
  };
}
