import { z } from 'zod';
import type { createPaypalClient } from '#app/platform/payments/paypal/client.server.ts';
import { planSchema } from '#app/platform/payments/paypal/describe-subscription.ts';
import { unlessMissing } from '#app/platform/payments/paypal/errors.server.ts';

type Client = ReturnType<typeof createPaypalClient>;

const endedSchema = z.looseObject({
  event_type: z.string().startsWith('BILLING.SUBSCRIPTION.'),
  resource: z.looseObject({
    plan_id: z.string(),
    plan: z.undefined().optional(),
    billing_info: z.looseObject({
      last_payment: z.looseObject({}),
      next_billing_time: z.string().optional(),
      failed_payments_count: z.number().default(0),
    }),
  }),
});

/**
 * Puts the plan into an event of a subscription whose period ends by the last payment: PayPal names no next one once it is canceled, and
 * a wrong one after a failed payment, and only the plan tells whether a payment is for a month or a year. A plan's intervals never change,
 * so each plan is asked for once.
 */
export function createPlanLookup(client: Client) {
  const plans = new Map<string, z.infer<typeof planSchema> | null>();
  return async (payload: unknown): Promise<unknown> => {
    const { data: event } = endedSchema.safeParse(payload);
    if (!event) return payload;
    const { plan_id: id, billing_info } = event.resource;
    if (billing_info.next_billing_time && billing_info.failed_payments_count === 0) return payload;
    let plan = plans.get(id);
    if (plan === undefined) {
      const path = `/v1/billing/plans/${encodeURIComponent(id)}`;
      plan = await unlessMissing(client.call(({ ask }) => ask('GET', path, planSchema)));
      plans.set(id, plan);
    }
    return plan ? { ...event, resource: { ...event.resource, plan } } : payload;
  };
}
