import { z } from 'zod';
import type { createPaypalClient } from '#app/platform/payments/paypal/client.server.ts';
import { describePaypalEvent } from '#app/platform/payments/paypal/describe-event.ts';
import { asking } from '#app/platform/payments/paypal/errors.server.ts';
import { createPlanLookup } from '#app/platform/payments/paypal/plan-of-event.server.ts';
import { questionOf } from '#app/platform/payments/paypal/signature.server.ts';
import { completeFact, verifyWebhook } from '#app/platform/payments/paypal/webhook.server.ts';
import type { Provider, ProviderEvent } from '#app/platform/payments/port.ts';
import { readEvent } from '#app/platform/payments/readable-event.ts';

type Client = ReturnType<typeof createPaypalClient>;

const headSchema = z.object({
  id: z.string().max(255),
  event_type: z.string().max(255),
  create_time: z.iso.datetime({ offset: true }),
});

const pageSchema = z.object({
  events: z.array(z.looseObject({})).default([]),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
});

function eventOf(payload: unknown): ProviderEvent {
  const { id, event_type: type, create_time } = headSchema.parse(payload);
  return { provider: 'paypal', id, type, createdAt: new Date(create_time), payload };
}

const listPath = '/v1/notifications/webhooks-events';

/** The address of the next page, on the host that is asked anyway; null after the last. */
function nextIn(links: readonly { rel: string; href: string }[]): string | null {
  const href = links.find(({ rel }) => rel === 'next')?.href;
  return href && URL.canParse(href) ? `${listPath}${new URL(href).search}` : null;
}

/** What PayPal tells, by webhooks and in its list. */
export function createPaypalEvents(
  client: Client,
  webhookId: string,
): Pick<Provider, 'openWebhook' | 'readEvent' | 'listEvents'> {
  const withPlan = createPlanLookup(client);
  return {
    async openWebhook(body, headers, beforeAsking) {
      const { question, payload } = questionOf(webhookId, body, headers);
      const event = readEvent(() => eventOf(payload));
      await beforeAsking?.();
      await asking(() => verifyWebhook(client, question));
      return event;
    },

    readEvent: ({ payload }) =>
      asking(async () => {
        const whole = await withPlan(payload);
        return completeFact(
          client,
          readEvent(() => describePaypalEvent(whole)),
        );
      }),

    async *listEvents(from, to) {
      const span = { page_size: '100', start_time: from.toISOString(), end_time: to.toISOString() };
      let path: string | null = `${listPath}?${new URLSearchParams(span)}`;
      while (path) {
        const pagePath: string = path;
        const page = await asking(() => client.call(({ ask }) => ask('GET', pagePath, pageSchema)));
        yield readEvent(() => page.events.map(eventOf));
        path = nextIn(page.links);
      }
    },
  };
}
