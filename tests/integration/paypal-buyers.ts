import { afterAll, afterEach, beforeAll } from 'vitest';
import { openPaypalApproval } from '#app/domain/billing/paypal-membership.server.ts';
import { databasePool } from '#app/platform/database/client.server.ts';
import { stopJobs } from '#app/platform/jobs/queue.server.ts';
import { connectPaypal } from '#app/platform/payments/payments.server.ts';
import { action } from '#app/routes/api/paypal-webhook.ts';
import { startWorker } from '#app/worker.server.ts';
import { type Delivery, type PaypalFake, startPaypalFake } from '#tests/fakes/paypal.ts';
import { newViewer } from '#tests/integration/people.ts';

/** The PayPal of a test file, once `withPaypal` has been called in it. */
export let fake: PaypalFake;

/** Starts a PayPal before the tests of a file, and makes it well again after each. */
export function withPaypal(): void {
  let usualPlan: PaypalFake['plan'];

  beforeAll(async () => {
    fake = await startPaypalFake();
    usualPlan = { ...fake.plan };
    connectPaypal(fake.settings);
    await startWorker(false);
  });

  afterEach(() => {
    fake.take();
    fake.health.isDown = false;
    Object.assign(fake.plan, usualPlan);
    connectPaypal(fake.settings);
  });

  afterAll(async () => {
    // Other tests count the jobs of this database too.
    await databasePool().query(`DELETE FROM pgboss.job WHERE name = 'undo-subscription'`);
    await stopJobs();
    await fake.close();
  });
}

/** The site's answer to a webhook. */
export async function answerTo({
  body,
  headers,
}: Pick<Delivery, 'body' | 'headers'>): Promise<[number, unknown]> {
  const request = new Request('http://localhost:3000/webhooks/paypal', { method: 'POST', body, headers });
  const response = await action({ request });
  return [response.status, await response.json()];
}

/** Delivers as PayPal does: what is not answered with success comes again after the others. */
export async function deliver(deliveries: readonly Delivery[] = fake.take()): Promise<void> {
  const waiting = [...deliveries];
  for (let left = (deliveries.length + 1) ** 2; waiting.length > 0; left -= 1) {
    const next = waiting.shift();
    if (left === 0 || !next) throw new Error('an event is asked for again for ever');
    if ((await answerTo(next))[0] !== 200) waiting.push(next);
  }
}

/** The subscription that an address asks the buyer's approval for. */
export const idIn = (address: string) => String(new URL(address).searchParams.get('ba_token'));

/** Somebody who has approved the subscription; the webhooks wait. */
export async function newBuyer() {
  const viewer = await newViewer();
  const id = idIn(await openPaypalApproval(viewer));
  const returnedTo = fake.approve(id);
  const [saleId = ''] = fake.subscriptions.get(id)?.saleIds ?? [];
  return { viewer, id, saleId, returnedTo };
}

/** A member by PayPal. */
export async function newPaypalMember() {
  const buyer = await newBuyer();
  await deliver();
  return buyer;
}

/** What the queue is asked to undo. */
export async function undoJobs(): Promise<{ provider: string; providerSubscriptionId: string }[]> {
  const { rows } = await databasePool().query(`SELECT data FROM pgboss.job WHERE name = 'undo-subscription'`);
  return rows.map(({ data }) => data);
}
