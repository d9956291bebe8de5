import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { soldProduct } from '#app/domain/core/catalogue/offer.ts';
import { allProducts, ebook, membership, resellerPro } from '#app/domain/core/catalogue/products.ts';
import { config } from '#app/platform/config.server.ts';
import { connectPayments, connectPaypal, provider } from '#app/platform/payments/payments.server.ts';
import { describePaypalEvent, paypalEventTypes } from '#app/platform/payments/paypal/describe-event.ts';
import { stripeEventTypes } from '#app/platform/payments/stripe/describe-event.ts';
import { runCommand } from '#app/program/operator-commands.server.ts';
import { base, sandbox, stripe, withSandbox } from '#tests/integration/card-buyers.ts';
import { fake, withPaypal } from '#tests/integration/paypal-buyers.ts';
import { cutOffStripe } from '#tests/integration/stripe-outage.ts';

withSandbox();
withPaypal();

const products = allProducts().map(soldProduct);
const site = (url: string) => ({ name: 'Marketing Academy', url });
const problems = (name: 'stripe' | 'paypal', url: string, sold = products) =>
  provider(name).findProblems(site(url), sold);

/** Makes a webhook as an operator does. */
async function newWebhook(url: string, types: readonly string[]): Promise<string> {
  const { apiBase, clientId, clientSecret } = fake.settings;
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const token = await fetch(`${apiBase}/v1/oauth2/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${basic}`, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  });
  const { access_token } = (await token.json()) as { access_token: string };
  const made = await fetch(`${apiBase}/v1/notifications/webhooks`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url, event_types: types.map((name) => ({ name })) }),
  });
  expect(made.status).toBe(201);
  return ((await made.json()) as { id: string }).id;
}

describe('what the site needs at Stripe', () => {
  it('is missing before it is made, made once, and then there', async () => {
    expect(await problems('stripe', base)).toContain(
      'There is no price with the lookup key membership_usd_4700_month: npm run make-products makes it.',
    );
    for (const time of [1, 2]) {
      expect(await provider('stripe').makeProducts(site(base), products), `time ${time}`).toEqual({});
      expect(await problems('stripe', base)).toEqual([]);
    }
    const { data } = await stripe.prices.list({ limit: 100 });
    expect(data.map(({ lookup_key }) => lookup_key).toSorted()).toEqual(
      products.map(({ lookupKey }) => lookupKey).toSorted(),
    );
  });

  it('is another price, or one that is archived', async () => {
    const sold = { ...soldProduct(ebook), lookupKey: 'other_key' };
    const price = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 800,
      lookup_key: 'other_key',
      product_data: { name: 'Other' },
    });
    expect(await problems('stripe', base, [sold])).toEqual([
      `The price other_key takes another amount (${price.id}).`,
    ]);
    await stripe.prices.update(price.id, { active: false });
    expect(await problems('stripe', base, [{ ...sold, amountCents: 800 }])).toEqual([
      `The price other_key is archived: activate it (${price.id}).`,
    ]);
    expect(await problems('stripe', base, [{ ...sold, amountCents: 800, interval: 'month' }])).toContain(
      `The price other_key is for another interval (${price.id}).`,
    );
  });

  it('is an endpoint that is enabled, of the right version, and sent every event that the site acts on', async () => {
    const at = 'https://academy.example';
    const url = `${at}/webhooks/stripe`;
    expect(await problems('stripe', at, [])).toEqual([`There is no webhook endpoint at ${url}.`]);
    const { id } = await stripe.webhookEndpoints.create({
      url,
      enabled_events: stripeEventTypes.filter((type) => type !== 'refund.failed'),
    });
    expect(await problems('stripe', at, [])).toEqual([
      `The webhook endpoint at ${url} is not sent refund.failed.`,
      `The webhook endpoint at ${url} has the API version of the account, not 2026-10-28.endive.`,
    ]);
    await stripe.webhookEndpoints.update(id, { disabled: true });
    expect(await problems('stripe', at, [])).toEqual([`The webhook endpoint at ${url} is disabled.`]);
    await stripe.webhookEndpoints.create({
      url,
      enabled_events: [...stripeEventTypes],
      api_version: '2026-10-28.endive',
    });
    expect(await problems('stripe', at, [])).toEqual([]);
  });

  it('is a key that Stripe accepts', async () => {
    connectPayments(sandbox.apiPort, { secretKey: 'sk_test_wrong', webhookSecret: 'whsec_sandbox' });
    expect(await problems('stripe', base)).toEqual(['Stripe does not accept STRIPE_SECRET_KEY.']);
    cutOffStripe();
    await expect(problems('stripe', base)).rejects.toThrow('Stripe could not be asked.');
  });
});

describe('what the site needs at PayPal', () => {
  const at = 'http://localhost:3000';

  it('are plans that sell what the catalog does, and are set', async () => {
    const sold = [membership, resellerPro].map(soldProduct);
    expect(await problems('paypal', at, sold)).toEqual([
      'PAYPAL_PLAN_ID_PRO is not set: Reseller PRO is not offered with PayPal. npm run make-products makes its plan.',
    ]);
    const made = await provider('paypal').makeProducts(site(at), products);
    expect(await provider('paypal').makeProducts(site(at), products)).toEqual(made);
    expect(Object.keys(made).toSorted()).toEqual([
      'PAYPAL_PLAN_ID',
      'PAYPAL_PLAN_ID_PRO',
      'PAYPAL_PLAN_ID_PRO_FREE3',
    ]);
    connectPaypal({ ...fake.settings, planIds: made });
    expect(await problems('paypal', at)).toEqual([]);
    connectPaypal({ ...fake.settings, planIds: { PAYPAL_PLAN_ID: 'P-NONE' } });
    expect(await problems('paypal', at, [soldProduct(membership)])).toEqual([
      'PayPal has no plan P-NONE (PAYPAL_PLAN_ID).',
    ]);
    connectPaypal({ ...fake.settings, planIds: { PAYPAL_PLAN_ID: String(made.PAYPAL_PLAN_ID_PRO) } });
    expect((await problems('paypal', at, [soldProduct(membership)]))[0]).toContain(
      'not what the catalog sells',
    );
  });

  it('is a webhook that leads here, and is sent every event that the site acts on', async () => {
    connectPaypal({ ...fake.settings, webhookId: 'WHNONE' });
    expect(await problems('paypal', at, [])).toEqual(['PayPal has no webhook WHNONE (PAYPAL_WEBHOOK_ID).']);
    const types = paypalEventTypes.filter((type) => type !== 'PAYMENT.SALE.REFUNDED');
    const webhookId = await newWebhook('https://other.example/webhooks/paypal', types);
    connectPaypal({ ...fake.settings, webhookId });
    expect(await problems('paypal', at, [])).toEqual([
      `The webhook ${webhookId} leads to https://other.example/webhooks/paypal, not to ${at}/webhooks/paypal.`,
      `The webhook ${webhookId} is not sent PAYMENT.SALE.REFUNDED.`,
    ]);
    const right = await newWebhook(`${at}/webhooks/paypal`, paypalEventTypes);
    connectPaypal({ ...fake.settings, webhookId: right });
    expect(await problems('paypal', at, [])).toEqual([]);
  });

  it('are credentials that PayPal accepts', async () => {
    connectPaypal({ ...fake.settings, clientSecret: 'wrong' });
    expect(await problems('paypal', at)).toEqual([
      'PayPal does not accept PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET.',
    ]);
  });
});

describe('the sandbox', () => {
  it.each(['make-products', 'check-providers'])('has nobody outside asked by %s', async (command) => {
    await expect(runCommand([command])).rejects.toThrow('Payments go to the sandbox');
  });
});

describe('npm run check:providers', () => {
  it('fails with what is missing at each provider, one a line, until nothing is', async () => {
    const { payments, appUrl } = config();
    Object.assign(config(), { payments: 'stripe', appUrl: base });
    try {
      connectPayments(sandbox.apiPort, { secretKey: 'sk_test_wrong', webhookSecret: 'whsec_sandbox' });
      connectPaypal({ ...fake.settings, clientSecret: 'wrong' });
      await expect(runCommand(['check-providers'])).rejects.toThrow(
        'Stripe does not accept STRIPE_SECRET_KEY.\nPayPal does not accept PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET.',
      );
      connectPayments(sandbox.apiPort);
      connectPaypal(fake.settings);
      const said = await runCommand(['make-products']);
      const planIds = Object.fromEntries(
        [...said.matchAll(/^(PAYPAL_\w+)=(.+)$/gm)].map(([, k, v]) => [k, v]),
      );
      const webhookId = await newWebhook(`${base}/webhooks/paypal`, paypalEventTypes);
      connectPaypal({ ...fake.settings, planIds, webhookId });
      expect(await runCommand(['check-providers'])).toBe(
        'Keys, prices, plans and webhooks are as the site needs them.',
      );
    } finally {
      Object.assign(config(), { payments, appUrl });
    }
  });
});

describe('the events that an operator is told to subscribe to', () => {
  const setup = readFileSync('docs/payments.md', 'utf8');

  it.each([...stripeEventTypes, ...paypalEventTypes])('%s is in docs/payments.md', (type) => {
    expect(setup).toContain(`\`${type}\``);
  });

  it.each(paypalEventTypes)('%s is acted on', (event_type) => {
    const event = { id: 'WH-1', create_time: '2026-11-21T10:00:00Z', event_type, resource: {} };
    const told = () => describePaypalEvent(event).kind;
    try {
      expect(told()).not.toBe('ignored');
    } catch (error) {
      // It wants more than there is in it: so it is read.
      expect(String(error)).not.toContain('AssertionError');
    }
  });
});
