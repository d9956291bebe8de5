import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { openCardPage } from '#app/domain/selling/billing/card.server.ts';
import type { Subscribed } from '#app/domain/selling/billing/membership-state.ts';
import { receiveEvent } from '#app/domain/selling/payment-events/receive.server.ts';
import { config } from '#app/platform/config.server.ts';
import { databasePool, prisma } from '#app/platform/database/client.server.ts';
import { stopJobs } from '#app/platform/jobs/queue.server.ts';
import { connectPayments, provider } from '#app/platform/payments/payments.server.ts';
import { startWorker } from '#app/program/worker.server.ts';
import { findSampleSale } from '#stand-ins/sample-year/find-sample-sale.server.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '#stand-ins/sandbox/sandbox.ts';
import { newViewer } from '#tests/integration/people.ts';
import { startMembershipPayment } from '#tests/integration/purchases.ts';

/** The payment sandbox of a test file and the address of its pages, once `withSandbox` has been called in it. */
export let sandbox: Sandbox;
export let base: string;
/** Stripe's SDK, connected to the sandbox: what an operator does there. */
export let stripe: Stripe;

/** Whether the site takes webhooks at the moment. */
export const webhooks = { areTaken: true };

/** The events that the site has taken in this test. */
export const received: Stripe.Event[] = [];

const webhookSecret = 'whsec_sandbox';

export const card = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' };

/** A site of two doors: the sandbox's pages, and the webhook as the site answers it. */
function startSite(): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/webhooks/stripe') return sandbox.handlePage(request, response);
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += String(chunk);
    });
    request.on('end', async () => {
      if (!webhooks.areTaken) return response.writeHead(503).end();
      const signature = String(request.headers['stripe-signature']);
      const headers = new Headers({ 'Stripe-Signature': signature });
      const outcome = await receiveEvent(await provider('stripe').openWebhook(body, headers));
      const isTaken = outcome !== 'retry' && outcome !== 'unapplied';
      if (isTaken) received.push(stripe.webhooks.constructEvent(body, signature, webhookSecret));
      response.writeHead(isTaken ? 200 : 409).end();
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** Starts a sandbox, or starts it again with what it knew. */
export async function openSandbox(options: Partial<SandboxOptions> = {}): Promise<void> {
  sandbox = await startSandbox({
    databaseUrl: config().databaseUrl,
    siteBase: base,
    publicBase: base,
    stripe: { secretKey: 'sk_test_sandbox', webhookSecret },
    hasClockPage: true,
    findSold: findSampleSale,
    ...options,
  });
  const { apiPort: port } = sandbox;
  connectPayments(port);
  stripe = new Stripe('sk_test_sandbox', {
    protocol: 'http',
    host: '127.0.0.1',
    port,
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

/** Starts a sandbox and its webhook before the tests of a file. */
export function withSandbox(): void {
  let site: Server;

  beforeAll(async () => {
    // Other tests have sandboxes on this database too.
    await databasePool().query('DROP SCHEMA IF EXISTS sandbox CASCADE');
    site = await startSite();
    base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    await openSandbox();
    await startWorker(false);
  });

  afterEach(async () => {
    webhooks.areTaken = true;
    connectPayments(sandbox.apiPort);
    // What one test set off must not arrive in the next.
    await sandbox.deliverDue();
    received.length = 0;
  });

  afterAll(async () => {
    await stopJobs();
    await sandbox.close();
    site.closeAllConnections();
    await new Promise((resolve) => site.close(resolve));
  });
}

/** Delivers what is due, and what had to be asked for again. */
export async function settled(): Promise<void> {
  for (;;) {
    await sandbox.deliverDue();
    // Of this provider alone: another's wait for who takes them.
    const { rowCount } = await databasePool().query(
      `UPDATE sandbox.deliveries SET due_at = now() WHERE event_id LIKE 'evt_%'`,
    );
    if (!rowCount) return;
  }
}

/** What the card form of the site does. What the provider has to tell may still be on its way afterwards. */
export async function confirmPayment(clientSecret: string): Promise<void> {
  const intentId = clientSecret.split('_secret')[0];
  const response = await fetch(`${base}/sandbox/v1/payment_intents/${intentId}/confirm`, {
    method: 'POST',
    body: JSON.stringify({ client_secret: clientSecret, return_url: `${base}/thank-you`, card }),
  });
  expect(await response.json()).toEqual({ status: 'succeeded' });
}

/** Pays by the card form; afterwards everything the provider has to tell has been told. */
export async function pay(clientSecret: string): Promise<void> {
  await confirmPayment(clientSecret);
  await settled();
}

/** What the provider has to tell is lost on the way, for good; its list has it still. */
export async function loseWebhooks(work: () => Promise<unknown>): Promise<void> {
  webhooks.areTaken = false;
  await work();
  await sandbox.deliverDue();
  await databasePool().query(`DELETE FROM sandbox.deliveries WHERE event_id LIKE 'evt_%'`);
  webhooks.areTaken = true;
}

/** Pays by the card form, and no webhook of it ever comes. */
export const payUnheard = (clientSecret: string) => loseWebhooks(() => confirmPayment(clientSecret));

/** The provider forgets what it has told: its list is empty. */
export async function forgetEvents(): Promise<void> {
  await databasePool().query(`DELETE FROM sandbox.objects WHERE object = 'event'`);
}

/** Somebody who pays by card. */
export async function newCardMember() {
  const viewer = await newViewer({ hasMembership: true });
  await pay((await startMembershipPayment(viewer)).clientSecret);
  return viewer;
}

/** Has another card pay for what somebody subscribes to, as they do on the provider's page. */
export async function replaceCard(
  viewer: Viewer,
  number: string,
  of: Subscribed = 'membership',
): Promise<void> {
  const form = new URLSearchParams({ ...card, number });
  const page = await openCardPage(viewer, of);
  const { status } = await fetch(page, { method: 'POST', body: form, redirect: 'manual' });
  expect(status).toBe(303);
  await settled();
}

/** The subscription of a user, as the site knows it. */
export const rowOf = (userId: string) => prisma().subscription.findFirstOrThrow({ where: { userId } });

/** The subscription of a user, as the sandbox knows it. */
export const atStripe = async (userId: string) =>
  stripe.subscriptions.retrieve((await rowOf(userId)).providerSubscriptionId);

/** A month passes for a user. */
export async function renew(userId: string, succeeds = true): Promise<void> {
  const { providerSubscriptionId: id } = await rowOf(userId);
  await stripe.rawRequest('POST', `/v1/test_helpers/subscriptions/${id}/renew`, {
    succeeds: String(succeeds),
  });
  await settled();
}

/** Pays on the provider's hosted page, after what its other forms were sent; everything it has to tell has been told. */
export async function payHosted(address: string, ...before: Record<string, string>[]): Promise<Response> {
  const send = (form: Record<string, string>) =>
    fetch(address, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  for (const form of before) expect((await send(form)).status).toBe(303);
  const response = await send(card);
  await settled();
  return response;
}

/** Turns the sandbox's clock on by so many days; everything it has to tell has been told. */
export async function daysPass(days: number): Promise<void> {
  await sandbox.turnClock((await sandbox.now()) + days * 24 * 3600);
  await settled();
}
