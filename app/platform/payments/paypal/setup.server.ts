import { z } from 'zod';
import { type createPaypalClient, PaypalProblem } from '#app/platform/payments/paypal/client.server.ts';
import { paypalEventTypes } from '#app/platform/payments/paypal/describe-event.ts';
import { asking, unlessMissing } from '#app/platform/payments/paypal/errors.server.ts';
import { makePaypalPlans } from '#app/platform/payments/paypal/make-plans.server.ts';
import { sells } from '#app/platform/payments/paypal/plan.ts';
import type { SetupSite, SoldProduct } from '#app/platform/payments/port.ts';
import type { PaypalSettings } from '#app/platform/settings/paypal.server.ts';

const webhookSchema = z.object({
  id: z.string(),
  url: z.string(),
  event_types: z.array(z.object({ name: z.string() })).default([]),
});

/** How what is sold is made at PayPal, and what is missing there, in words for the operator. */
export function createPaypalSetup(client: ReturnType<typeof createPaypalClient>, settings: PaypalSettings) {
  const { planIds, webhookId } = settings;

  async function problemsOfPlans(products: readonly SoldProduct[]): Promise<string[]> {
    const problems: string[] = [];
    for (const product of products) {
      const { planSetting, planId, name } = product;
      if (!planSetting && !planId) continue;
      const id = planId ?? planIds[planSetting ?? ''];
      if (!id) {
        problems.push(
          `${planSetting} is not set: ${name} is not offered with PayPal. npm run make-products makes its plan.`,
        );
        continue;
      }
      const plan = await unlessMissing(client.call(({ subscriptions }) => subscriptions.getBillingPlan(id)));
      if (!plan) problems.push(`PayPal has no plan ${id} (${planSetting ?? name}).`);
      else if (!sells(plan.result, product))
        problems.push(
          `The plan ${id} (${planSetting ?? name}) is not active, or not what the catalog sells: ${name}.`,
        );
    }
    return problems;
  }

  async function problemsOfWebhook(url: string): Promise<string[]> {
    const path = `/v1/notifications/webhooks/${encodeURIComponent(webhookId)}`;
    const webhook = await unlessMissing(client.call(({ ask }) => ask('GET', path, webhookSchema)));
    if (!webhook) return [`PayPal has no webhook ${webhookId} (PAYPAL_WEBHOOK_ID).`];
    const subscribedTypes = webhook.event_types.map(({ name }) => name);
    const missing = subscribedTypes.includes('*')
      ? []
      : paypalEventTypes.filter((type) => !subscribedTypes.includes(type));
    return [
      ...(webhook.url === url ? [] : [`The webhook ${webhookId} leads to ${webhook.url}, not to ${url}.`]),
      ...missing.map((type) => `The webhook ${webhookId} is not sent ${type}.`),
    ];
  }

  return {
    /** Makes plans that are not there; the settings that are to hold them. Safe to repeat. @throws {PaymentError} */
    makeProducts: (site: SetupSite, products: readonly SoldProduct[]): Promise<Record<string, string>> =>
      makePaypalPlans(
        settings,
        site,
        products.filter(({ planSetting }) => planSetting !== null),
      ),

    /** What keeps the site from selling by PayPal, or from hearing of it; empty where nothing does. @throws {PaymentError} */
    findProblems: (site: SetupSite, products: readonly SoldProduct[]): Promise<string[]> =>
      asking(async () => {
        try {
          return [
            ...(await problemsOfPlans(products)),
            ...(await problemsOfWebhook(`${site.url}/webhooks/paypal`)),
          ];
        } catch (error) {
          if (!(error instanceof PaypalProblem) || error.status !== 401) throw error;
          return ['PayPal does not accept PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET.'];
        }
      }),
  };
}
