import type Stripe from 'stripe';
import { onDemand } from '#app/platform/runtime/on-demand.server.ts';
import { type Recipient, record } from '#stand-ins/sandbox/courier.ts';
import { newObject, type SandboxObject, type Store } from '#stand-ins/sandbox/store.ts';

/** The version of the API whose shapes the sandbox sends: that of the SDK. */
export const apiVersion = '2026-10-28.endive';

/** Records an event as part of a change; it is delivered once the change is committed. */
export function emit(store: Store, type: string, object: SandboxObject): Promise<void> {
  return record(
    store,
    newObject(store, 'evt', 'event', {
      api_version: apiVersion,
      data: { object },
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    }),
  );
}

const sdk = onDemand<typeof Stripe>('stripe');

/** The site's webhook for Stripe. Signatures bear the time of the world, since that is what they are checked against. */
export const stripeRecipient = (url: string, secret: string): Recipient => ({
  url,
  async write(event) {
    const body = JSON.stringify(event);
    const signature = await sdk().webhooks.generateTestHeaderStringAsync({ payload: body, secret });
    return {
      body,
      headers: { 'Content-Type': 'application/json; charset=utf-8', 'Stripe-Signature': signature },
    };
  },
});
