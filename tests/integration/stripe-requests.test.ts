import { createServer, type Server, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import qs from 'qs';
import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectPayments, provider } from '#app/platform/payments/payments.server.ts';
import type { ProviderEvent } from '#app/platform/payments/port.ts';
import {
  payHosted,
  received,
  sandbox,
  settled,
  stripe,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { cards, confirm, newCustomer, product, startAs } from '#tests/integration/sandbox-calls.ts';
import { requestChecks } from '#tests/integration/stripe-schema.ts';

withSandbox();

interface Call {
  name: string;
  params: unknown;
}

const calls: Call[] = [];
const checks = requestChecks();
const settings = { secretKey: 'sk_test_sandbox', webhookSecret: 'whsec_sandbox' };
let witness: Server;

/** A call by method and address, with `:id` for any id. */
const nameOf = (method: string, path: string) =>
  `${method} ${path.replace(/\/(?:[a-z]+_\w*\d\w*|reseller_pro_free3_\w+)(?=\/|$)/, '/:id')}`;

/** Stands between the site and the sandbox, and writes down what the one asks of the other. */
function startWitness(): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const url = new URL(String(request.url), 'http://sandbox');
      const text = request.method === 'POST' ? String(body) : url.search.slice(1);
      calls.push({
        name: nameOf(String(request.method), url.pathname),
        params: qs.parse(text, { depth: 8 }),
      });
      const { method = 'GET', headers } = request;
      const onward = { host: '127.0.0.1', port: sandbox.apiPort, path: String(request.url), method, headers };
      send(onward, (answer) => {
        response.writeHead(Number(answer.statusCode), answer.headers);
        answer.pipe(response);
      }).end(body);
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

beforeAll(async () => {
  witness = await startWitness();
});

const connect = (collectsTax: boolean) =>
  connectPayments((witness.address() as AddressInfo).port, { ...settings, collectsTax });

beforeEach(() => void connect(false));

afterAll(() => void witness.close());

const once = {
  ...product,
  key: 'ebook',
  interval: null,
  amountCents: 700,
  lookupKey: 'ebook_usd_700_once',
} as const;
const free = {
  ...product,
  key: 'reseller_pro_free3',
  freeIntervals: 3,
  lookupKey: 'reseller_pro_free3_usd_4700_month',
};

/** All ways to begin a purchase. */
async function buyEverything(customer: string): Promise<string[]> {
  const begin = async (...[way, sold]: [Parameters<typeof startAs>[0], Parameters<typeof startAs>[1]]) =>
    startAs(way, sold, customer, { user_id: 'u-1', product: sold.key });
  const subscription = await begin('card_form', product);
  const payment = await startAs('card_form', once, await newCustomer(), { product: 'ebook' });
  await provider('stripe').findOpenPurchase(String(subscription.id), product);
  await provider('stripe').findOpenPurchase(String(payment.id), once);
  for (const { clientSecret } of [subscription, payment]) await confirm(String(clientSecret), cards.pays);
  for (const collectsTax of [false, true])
    for (const sold of [product, once, free]) {
      connect(collectsTax);
      const { url } = await startAs('card_page', sold, await newCustomer(), { product: sold.key });
      const address = { step: 'address', country: 'DE', postal_code: '10115' };
      await payHosted(String(url), ...(collectsTax ? [address] : []));
    }
  return [String(subscription.id), String(payment.id)];
}

/** All that is done with what was bought. */
async function afterTheSale(customerId: string, subscriptionId: string, paymentId: string): Promise<void> {
  const site = provider('stripe');
  for (const sold of [product, once]) await site.findPaid({ customerId, product: sold, begunIds: [] });
  await site.findSubscription(subscriptionId);
  await site.setCancelAtPeriodEnd(subscriptionId, true);
  await site.setCancelAtPeriodEnd(subscriptionId, false);
  await stripe.subscriptions.update(subscriptionId, { cancel_at: (await sandbox.now()) + 3_600 });
  await site.setCancelAtPeriodEnd(subscriptionId, false);
  const pages = { returnUrl: 'https://site.example/billing', savedUrl: 'https://site.example/saved' };
  await site.openCardPage({ subscriptionId, ...pages });
  await site.findPresent({ subscriptionId });
  await site.findPresent({ paymentId });
  await site.findOrigin({ invoiceId: null, paymentId });
  await site.findFee({ paymentId });
  await stripe.rawRequest('POST', `/v1/test_helpers/payment_intents/${paymentId}/dispute`, {
    is_inquiry: 'true',
  });
  await site.refundPayment(paymentId);
  const { data } = await stripe.refunds.list({ payment_intent: paymentId });
  await site.findFee({ refundId: String(data[0]?.id) });
  await site.undoSubscription(subscriptionId);
  for await (const _ of site.listEvents(new Date(Date.now() - 3_600_000), new Date()));
}

/** What is begun with codes of the operator's and closed unpaid. */
async function beginWithCodes(): Promise<void> {
  connect(false);
  const site = provider('stripe');
  for (const reduction of [
    { percentOff: 0, amountOffCents: 500, months: 3 },
    { percentOff: 20, months: null },
  ])
    for (const way of ['card_form', 'card_page'] as const)
      for (const sold of [product, { ...once, amountCents: 900, lookupKey: 'ebook_usd_900_once' }]) {
        const customerId = await newCustomer();
        const promotion = { ...reduction, code: 'LIMITED', isSiteOnly: true, providerId: null };
        const metadata = { user_id: 'u-1', product: sold.key, promotion_code: 'LIMITED' };
        await startAs(way, sold, customerId, metadata, promotion);
        const begun = { customerId, productKey: sold.key, code: 'LIMITED', since: new Date() };
        expect(await site.closePromoted(begun)).toBe('closed');
        expect(await site.closePromoted(begun)).toBe('closed');
      }
}

const asTold = (event: Stripe.Event): ProviderEvent => ({
  provider: 'stripe',
  id: event.id,
  type: event.type,
  createdAt: new Date(event.created * 1000),
  // Of another version of the API: what it is about is asked for.
  payload: { ...event, api_version: '2020-01-01' },
});

describe('every request to Stripe', () => {
  it('is one that the types of its package know, word by word', async () => {
    const customer = await newCustomer();
    await provider('stripe').createCustomer({
      userId: 'u-2',
      email: 'a@example.com',
      name: 'Ada',
      replaces: customer,
    });
    // A price from before tax was collected.
    const price = { currency: 'usd', unit_amount: 700, product_data: { name: 'Book' } };
    await stripe.prices.create({ ...price, lookup_key: once.lookupKey });
    const [subscriptionId, paymentId] = await buyEverything(customer);
    await beginWithCodes();
    await afterTheSale(customer, String(subscriptionId), String(paymentId));
    await settled();
    for (const event of received) await provider('stripe').readEvent(asTold(event));

    const wrong = calls.flatMap(({ name, params }) => {
      const check = checks.get(name);
      if (!check) return [`${name} is not listed`];
      return check(params) ? [] : [`${name}: ${JSON.stringify(check.errors)}`];
    });
    expect(wrong).toEqual([]);
    // And nothing is listed that is not asked.
    expect([...new Set(calls.map(({ name }) => name))].toSorted()).toEqual([...checks.keys()].toSorted());
  });
});

describe('the check of requests', () => {
  const isRight = (name: string, params: string) => checks.get(name)?.(qs.parse(params, { depth: 8 }));

  it.each([
    ['POST /v1/coupons', 'duration=repeating&duration_in_months=3&percent_off=100', true],
    ['POST /v1/coupons', 'duration=monthly', false],
    ['POST /v1/coupons', 'percent_off=all', false],
    ['POST /v1/coupons', 'colour=red', false],
    ['POST /v1/payment_intents', 'amount=700&currency=usd&metadata[product]=ebook', true],
    ['POST /v1/payment_intents', 'currency=usd', false],
    ['POST /v1/checkout/sessions', 'automatic_tax[enabled]=yes', false],
    ['POST /v1/checkout/sessions', 'customer_update[address]=always', false],
    ['POST /v1/subscriptions/:id', 'cancel_at=&default_payment_method=', true],
  ])('%s with %s: %s', (name, params, expected) => {
    expect(isRight(name, params)).toBe(expected);
  });
});
