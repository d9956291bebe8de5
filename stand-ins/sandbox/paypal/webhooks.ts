import type { z } from 'zod';
import { newPaypalId } from '#stand-ins/sandbox/paypal/money.ts';
import { type bodies, Refused } from '#stand-ins/sandbox/paypal/requests.ts';
import type { SandboxObject, Store } from '#stand-ins/sandbox/store.ts';

interface Webhook extends SandboxObject {
  object: 'paypal_webhook';
  url: string;
  event_types: { name: string }[];
}

const webhookJson = ({ id, url, event_types }: Pick<Webhook, 'id' | 'url' | 'event_types'>) => ({
  id,
  url,
  event_types,
  links: [],
});

/** Writes a webhook down. Nothing is sent to it: it is there to be looked at. */
export async function createWebhook(store: Store, request: z.infer<typeof bodies.webhook>) {
  const webhook: Webhook = {
    id: newPaypalId('WH'),
    object: 'paypal_webhook',
    created: store.now,
    ...request,
  };
  await store.put(webhook);
  return webhookJson(webhook);
}

/** A webhook; the site's own is sent whatever happens. @throws {Refused} for one that is not there */
export async function showWebhook(store: Store, id: string, own: { id: string; url: string }) {
  if (id === own.id) return webhookJson({ ...own, event_types: [{ name: '*' }] });
  const webhook = await store.get(id);
  if (webhook?.object !== 'paypal_webhook') throw new Refused(404, 'INVALID_RESOURCE_ID');
  return webhookJson(webhook as Webhook);
}
