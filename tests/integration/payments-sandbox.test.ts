import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '#app/platform/payments/sandbox/sandbox.ts';
import { createStripePayments, type Payments } from '#app/platform/payments/stripe.server.ts';

const secretKey = 'sk_test_sandbox';
const webhookSecret = 'whsec_of_these_tests';
const product = {
  key: 'membership',
  name: 'Membership <b>&</b>',
  amountCents: 4_700,
  currency: 'usd',
  interval: 'month',
} as const;
const metadata = { user_id: 'u-1', product: 'membership' };
const cards = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  confirms: '4000 0025 0000 3155',
};

let site: Server;
let publicBase: string;
let pool: pg.Pool;
let sandbox: Sandbox;
let stripe: Stripe;
let payments: Payments;
/** The webhooks that came, verified by the SDK. */
let received: Stripe.Event[] = [];
let webhookStatus = 200;
let runs = 0;

/** A site of two doors: the sandbox's pages and the webhook. */
function startSite(): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/webhooks/stripe') return sandbox.handlePage(request, response);
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += String(chunk);
    });
    request.on('end', () => {
      const signature = String(request.headers['stripe-signature']);
      if (webhookStatus === 200)
        received.push(stripe.webhooks.constructEvent(body, signature, webhookSecret));
      response.writeHead(webhookStatus).end();
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

async function open(): Promise<void> {
  sandbox = await startSandbox({
    pool,
    secretKey,
    webhookSecret,
    webhookUrl: `${publicBase}/webhooks/stripe`,
    publicBase,
  });
  const { apiPort } = sandbox;
  stripe = new Stripe(secretKey, {
    protocol: 'http',
    host: '127.0.0.1',
    port: apiPort,
    maxNetworkRetries: 0,
    telemetry: false,
  });
  payments = createStripePayments({ secretKey, webhookSecret, apiPort });
}

beforeAll(async () => {
  pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 4 });
  // Other tests have sandboxes on this database too.
  await pool.query('DROP SCHEMA IF EXISTS sandbox CASCADE');
  site = await startSite();
  publicBase = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  await open();
});

afterEach(async () => {
  // What one test set off must not arrive in the next.
  webhookStatus = 200;
  await sandbox.deliverDue();
  received = [];
});

afterAll(async () => {
  await sandbox.close();
  site.closeAllConnections();
  await new Promise((resolve) => site.close(resolve));
  await pool.end();
});

const newCustomer = () => {
  runs += 1;
  return payments.createCustomer({ userId: `${Date.now()}-${runs}`, email: 'ada@example.com', name: 'Ada' });
};

async function begin() {
  const customerId = await newCustomer();
  const started = await payments.startSubscription({
    customerId,
    product,
    metadata,
    idempotencyKey: `begin-${customerId}`,
  });
  return { customerId, ...started };
}

/** What the site's own card form does. */
async function confirm(clientSecret: string, number: string, change: Record<string, unknown> = {}) {
  const intentId = clientSecret.split('_secret')[0];
  const response = await fetch(`${publicBase}/sandbox/v1/payment_intents/${intentId}/confirm`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      client_secret: clientSecret,
      return_url: `${publicBase}/thank-you`,
      card: { number, expiry: '12 / 34', cvc: '123' },
      ...change,
    }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const post = (path: string, form: Record<string, string>) =>
  fetch(new URL(path, publicBase), { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

const locationOf = (response: Response) => response.headers.get('location') ?? '';

/** The names of the events that came, once everything due is delivered. */
async function events(): Promise<string[]> {
  await sandbox.deliverDue();
  return received.map(({ type }) => type);
}

const openCheckout = async () => {
  const customerId = await newCustomer();
  return payments.createHostedCheckout({
    customerId,
    product,
    metadata,
    successUrl: `${publicBase}/thank-you?session={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${publicBase}/checkout`,
    idempotencyKey: `checkout-${customerId}`,
  });
};

const statusOf = async (id: string) => (await stripe.subscriptions.retrieve(id)).status;

describe('a subscription paid on the site', () => {
  it('waits for its payment, then is active, told by signed events', async () => {
    const { subscriptionId, clientSecret } = await begin();
    expect(await statusOf(subscriptionId)).toBe('incomplete');
    expect(await payments.findOpenSecret(subscriptionId)).toBe(clientSecret);
    expect(await confirm(clientSecret, cards.pays)).toMatchObject({
      status: 200,
      body: { status: 'succeeded' },
    });
    expect(await statusOf(subscriptionId)).toBe('active');
    expect(await payments.findOpenSecret(subscriptionId)).toBeNull();
    expect(await events()).toEqual(
      expect.arrayContaining([
        'customer.subscription.created',
        'invoice.created',
        'invoice.finalized',
        'payment_intent.succeeded',
        'charge.succeeded',
        'invoice.paid',
        'invoice_payment.paid',
        'customer.subscription.updated',
      ]),
    );
  });

  it('is paid once, however often it is confirmed', async () => {
    const { clientSecret } = await begin();
    await Promise.all([confirm(clientSecret, cards.pays), confirm(clientSecret, cards.pays)]);
    const names = await events();
    expect(names.filter((name) => name === 'charge.succeeded')).toHaveLength(1);
    expect(names.filter((name) => name === 'invoice.paid')).toHaveLength(1);
  });

  it('is told of a declined card, and may try another', async () => {
    const { subscriptionId, clientSecret } = await begin();
    expect(await confirm(clientSecret, cards.declined)).toMatchObject({
      status: 402,
      body: { error: { code: 'card_declined', message: 'Your card was declined.' } },
    });
    expect(await statusOf(subscriptionId)).toBe('incomplete');
    expect(await events()).toEqual(
      expect.arrayContaining(['payment_intent.payment_failed', 'invoice.payment_failed']),
    );
    await confirm(clientSecret, cards.pays);
    expect(await statusOf(subscriptionId)).toBe('active');
  });

  it('asks for a confirmation with a card that wants one', async () => {
    const { subscriptionId, clientSecret } = await begin();
    const { body } = await confirm(clientSecret, cards.confirms);
    expect(body.status).toBe('requires_action');
    const page = await fetch(new URL(String(body.url), publicBase));
    expect(await page.text()).toContain('Confirm payment');
    const back = await post(String(body.url), { answer: 'complete' });
    expect(back.status).toBe(303);
    expect(locationOf(back)).toBe(`${publicBase}/thank-you?redirect_status=succeeded`);
    expect(await statusOf(subscriptionId)).toBe('active');
  });

  it('stays unpaid when the confirmation fails', async () => {
    const { subscriptionId, clientSecret } = await begin();
    const { body } = await confirm(clientSecret, cards.confirms);
    expect(locationOf(await post(String(body.url), { answer: 'fail' }))).toContain('redirect_status=failed');
    expect(await statusOf(subscriptionId)).toBe('incomplete');
  });

  it('finds a confirmation answered twice, or loaded again, done', async () => {
    const { subscriptionId, clientSecret } = await begin();
    const { body } = await confirm(clientSecret, cards.confirms);
    const done = `${publicBase}/thank-you?redirect_status=succeeded`;
    for (const answer of ['complete', 'fail'])
      expect(locationOf(await post(String(body.url), { answer }))).toBe(done);
    const again = await fetch(new URL(String(body.url), publicBase), { redirect: 'manual' });
    expect(locationOf(again)).toBe(done);
    expect(await statusOf(subscriptionId)).toBe('active');
  });

  it('cannot be paid once it was cancelled', async () => {
    const { subscriptionId, clientSecret } = await begin();
    await stripe.subscriptions.cancel(subscriptionId);
    expect(await confirm(clientSecret, cards.pays)).toMatchObject({
      status: 400,
      body: { error: { code: 'payment_intent_unexpected_state' } },
    });
    expect(await events()).toEqual(expect.arrayContaining(['invoice.voided', 'payment_intent.canceled']));
    expect(received.map(({ type }) => type)).not.toContain('invoice.paid');
  });

  it('asks a customer who changed their address under a key of its own', async () => {
    const user = { userId: `same-${Date.now()}`, name: 'Ada' };
    const first = await payments.createCustomer({ ...user, email: 'old@example.com' });
    expect(await payments.createCustomer({ ...user, email: 'old@example.com' })).toBe(first);
    await expect(payments.createCustomer({ ...user, email: 'new@example.com' })).resolves.toMatch(/^cus_/);
  });

  it('keeps a payment from whoever has no client secret, and from another site', async () => {
    const { clientSecret } = await begin();
    expect((await confirm(clientSecret, cards.pays, { client_secret: 'guess' })).status).toBe(404);
    expect((await confirm(clientSecret, cards.pays, { return_url: 'https://evil.example/' })).status).toBe(
      400,
    );
  });
});

describe('the hosted checkout', () => {
  it('names product and amount, escaped, runs no script, and takes the money once', async () => {
    const url = await openCheckout();
    const page = await fetch(url);
    const text = await page.text();
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(text).toContain('Sandbox: no money moves');
    expect(text).toContain('Membership &lt;b&gt;&amp;&lt;/b&gt;');
    expect(text).toContain('Pay $47.00');
    expect(text).not.toMatch(/<script|style=/);
    const form = { number: cards.pays, expiry: '12/34', cvc: '123' };
    const paid = await Promise.all([post(url, form), post(url, form)]);
    const sessionId = url.split('/').at(-1);
    for (const response of paid) {
      expect(response.status).toBe(303);
      expect(locationOf(response)).toBe(`${publicBase}/thank-you?session=${sessionId}`);
    }
    const names = await events();
    expect(names.filter((name) => name === 'checkout.session.completed')).toHaveLength(1);
    expect(names.filter((name) => name === 'invoice.paid')).toHaveLength(1);
    const again = await fetch(url, { redirect: 'manual' });
    expect(again.status).toBe(303);
  });

  it('shows what is wrong beside the fields and keeps what was typed, but not the security code', async () => {
    const url = await openCheckout();
    const response = await post(url, { number: '4242 4242 4242 4241', expiry: '01 / 20', cvc: '98' });
    const text = await response.text();
    expect(response.status).toBe(422);
    expect(text).toContain('Your card number is incorrect.');
    expect(text).toContain('id="expiry-error"');
    expect(text).toContain('id="cvc-error"');
    expect(text).toContain('value="4242 4242 4242 4241"');
    expect(text).not.toContain('value="98"');
  });

  it('comes back from a failed confirmation to a form that can be tried again', async () => {
    const url = await openCheckout();
    const asked = await post(url, { number: cards.confirms, expiry: '12/34', cvc: '123' });
    const back = await post(locationOf(asked), { answer: 'fail' });
    const shown = await fetch(locationOf(back), { redirect: 'manual' });
    expect(new URL(locationOf(shown), publicBase).href).toBe(url);
    expect((await post(url, { number: cards.pays, expiry: '12/34', cvc: '123' })).status).toBe(303);
  });

  it('comes back from a confirmation to the page of success', async () => {
    const url = await openCheckout();
    const asked = await post(url, { number: cards.confirms, expiry: '12/34', cvc: '123' });
    const back = await post(locationOf(asked), { answer: 'complete' });
    const finished = await fetch(locationOf(back), { redirect: 'manual' });
    expect(locationOf(finished)).toContain('/thank-you?session=cs_test_');
    expect(await events()).toContain('checkout.session.completed');
  });

  it('is over once it was paid, also when the browser never came back', async () => {
    const url = await openCheckout();
    const asked = await post(url, { number: cards.confirms, expiry: '12/34', cvc: '123' });
    await post(locationOf(asked), { answer: 'complete' });
    expect(await events()).toContain('checkout.session.completed');
    expect(locationOf(await fetch(url, { redirect: 'manual' }))).toContain('/thank-you?session=');
  });

  it('ends with its subscription', async () => {
    const url = await openCheckout();
    await post(url, { number: cards.declined, expiry: '12/34', cvc: '123' });
    await events();
    for (const { type, data } of received)
      if (type === 'customer.subscription.created') await stripe.subscriptions.cancel(data.object.id);
    expect((await post(url, { number: cards.pays, expiry: '12/34', cvc: '123' })).status).toBe(410);
  });

  it('answers an address that leads nowhere with a page', async () => {
    expect((await fetch(`${publicBase}/sandbox/checkout/cs_test_none`)).status).toBe(404);
    expect((await fetch(`${publicBase}/sandbox/elsewhere`)).status).toBe(404);
  });
});

describe('calls the provider would refuse', () => {
  const refused = (call: Promise<unknown>) =>
    call.then(
      () => null,
      (error: Stripe.errors.StripeError) => error,
    );

  it('wants the secret key', async () => {
    const stranger = new Stripe('sk_test_other', {
      protocol: 'http',
      host: '127.0.0.1',
      port: sandbox.apiPort,
      maxNetworkRetries: 0,
    });
    expect(await refused(stranger.customers.create({}))).toBeInstanceOf(
      Stripe.errors.StripeAuthenticationError,
    );
  });

  it('knows its endpoints and parameters', async () => {
    expect(await refused(stripe.coupons.list())).toMatchObject({
      statusCode: 404,
      type: 'StripeInvalidRequestError',
    });
    expect(
      await refused(stripe.customers.create({ colour: 'red' } as Stripe.CustomerCreateParams)),
    ).toMatchObject({
      statusCode: 400,
      code: 'parameter_unknown',
      param: 'colour',
    });
    expect(await refused(stripe.subscriptions.retrieve('sub_none'))).toMatchObject({
      code: 'resource_missing',
    });
  });

  it('knows parameters inside others, and numbers', async () => {
    const customer = await newCustomer();
    const item = { price: 'price_none', colour: 'red' } as Stripe.SubscriptionCreateParams.Item;
    expect(
      await refused(
        stripe.subscriptions.create({ customer, items: [item], payment_behavior: 'default_incomplete' }),
      ),
    ).toMatchObject({ code: 'parameter_unknown', param: 'items[0][colour]' });
    expect(
      await refused(
        stripe.prices.create({ currency: 'usd', unit_amount: 1.5, product_data: { name: 'Half a cent' } }),
      ),
    ).toMatchObject({ code: 'parameter_invalid_integer', param: 'unit_amount' });
    expect(await refused(stripe.customers.retrieve(customer, { expand: ['object'] }))).toMatchObject({
      statusCode: 400,
      param: 'expand',
    });
  });

  it('gives the same answer for the same idempotency key, and refuses another body', async () => {
    const idempotencyKey = `key-${Date.now()}`;
    const first = await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey });
    const [again, atOnce] = await Promise.all([
      stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey }),
      stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey }),
    ]);
    expect([again.id, atOnce.id]).toEqual([first.id, first.id]);
    expect(
      await refused(stripe.customers.create({ email: 'b@example.com' }, { idempotencyKey })),
    ).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  });

  it('does nothing by halves: a refused call leaves no object and no event', async () => {
    const customerId = await newCustomer();
    await events();
    received = [];
    await refused(
      stripe.subscriptions.create({
        customer: customerId,
        items: [{ price: 'price_none' }],
        payment_behavior: 'default_incomplete',
      }),
    );
    expect(await events()).toEqual([]);
  });
});

describe('after the sale', () => {
  const paid = async () => {
    const started = await begin();
    await confirm(started.clientSecret, cards.pays);
    await events();
    received = [];
    return { ...started, intentId: String(started.clientSecret.split('_secret')[0]) };
  };
  const helper = (path: string, params: Record<string, string> = {}) =>
    stripe.rawRequest('POST', `/v1/test_helpers/${path}`, params);

  it('renews, and a renewal may fail', async () => {
    const { subscriptionId } = await paid();
    await helper(`subscriptions/${subscriptionId}/renew`);
    const names = await events();
    expect(names).toContain('invoice.paid');
    const invoice = received.find(({ type }) => type === 'invoice.paid')?.data.object as Stripe.Invoice;
    expect(invoice).toMatchObject({ billing_reason: 'subscription_cycle', amount_paid: 4_700 });
    await helper(`subscriptions/${subscriptionId}/renew`, { succeeds: 'false' });
    expect(await events()).toContain('invoice.payment_failed');
    expect(await statusOf(subscriptionId)).toBe('past_due');
  });

  it('is set to end with its period and back, each told once, and ends in place of the next payment', async () => {
    const { subscriptionId: id } = await paid();
    const update = (cancel_at_period_end: boolean) =>
      stripe.subscriptions.update(id, { cancel_at_period_end });
    const toEnd = await update(true);
    expect(toEnd).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_at: toEnd.items.data[0]?.current_period_end,
      cancellation_details: { reason: 'cancellation_requested' },
    });
    expect((await update(true)).canceled_at).toBe(toEnd.canceled_at);
    expect(await update(false)).toMatchObject({
      cancel_at_period_end: false,
      cancel_at: null,
      canceled_at: null,
    });
    expect(await events()).toEqual(['customer.subscription.updated', 'customer.subscription.updated']);
    await update(true);
    received = [];
    await helper(`subscriptions/${id}/renew`);
    expect(await events()).toContain('customer.subscription.deleted');
    expect(received.map(({ type }) => type)).not.toContain('invoice.created');
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      status: 'canceled',
      cancel_at_period_end: true,
    });
    await expect(update(false)).rejects.toMatchObject({ statusCode: 400 });
    await expect(
      stripe.subscriptions.update(id, { cancel_at_period_end: 'soon' as unknown as boolean }),
    ).rejects.toMatchObject({ statusCode: 400 });
  });

  it('refunds in parts, never more than was paid', async () => {
    const { intentId } = await paid();
    await stripe.refunds.create({ payment_intent: intentId, amount: 700 });
    await stripe.refunds.create({ payment_intent: intentId });
    await expect(stripe.refunds.create({ payment_intent: intentId })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    await events();
    const totals = received
      .filter(({ type }) => type === 'charge.refunded')
      .map(({ data }) => (data.object as Stripe.Charge).amount_refunded);
    expect(totals).toEqual([700, 4_700]);
  });

  it('tells of a dispute', async () => {
    const { intentId } = await paid();
    await helper(`payment_intents/${intentId}/dispute`);
    expect(await events()).toEqual(['charge.dispute.created']);
  });

  it('undoes a subscription: ended and refunded, once however often it is asked', async () => {
    const { subscriptionId } = await paid();
    await payments.undoSubscription(subscriptionId);
    await payments.undoSubscription(subscriptionId);
    expect(await statusOf(subscriptionId)).toBe('canceled');
    const names = await events();
    expect(names.filter((name) => name === 'charge.refunded')).toHaveLength(1);
    expect(names).toContain('customer.subscription.deleted');
  });

  it('undoes a subscription whose money was given back already', async () => {
    const { subscriptionId, intentId } = await paid();
    await stripe.refunds.create({ payment_intent: intentId });
    await expect(payments.undoSubscription(subscriptionId)).resolves.toBeUndefined();
  });
});

describe('webhooks', () => {
  it('are refused by the port when the signature is not the provider’s', () => {
    const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'invoice.paid' });
    const header = stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_other' });
    expect(() => payments.readWebhook(payload, header)).toThrow(
      expect.objectContaining({ code: 'bad_signature' }),
    );
  });

  it('that are signed but not understood are no forgery', () => {
    const payload = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      created: 1,
      type: 'customer.subscription.updated',
      data: { object: {} },
    });
    const header = stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
    expect(() => payments.readWebhook(payload, header)).toThrow(TypeError);
  });

  it('are kept for later when the site refuses them, also over a restart', async () => {
    webhookStatus = 500;
    const { clientSecret } = await begin();
    await confirm(clientSecret, cards.pays);
    expect(await events()).toEqual([]);
    await sandbox.close();
    webhookStatus = 200;
    await pool.query('UPDATE sandbox.deliveries SET due_at = now()');
    await open();
    expect(await events()).toContain('invoice.paid');
    const { rows } = await pool.query('SELECT 1 FROM sandbox.deliveries');
    expect(rows).toEqual([]);
  });
});
