import { describe, expect, it } from 'vitest';
import { provider } from '#app/platform/payments/payments.server.ts';
import type { PurchaseWay } from '#app/platform/payments/port.ts';
import { base, card, pay, settled, stripe, withSandbox } from '#tests/integration/card-buyers.ts';

withSandbox();

const product = {
  key: 'ebook',
  name: 'A book',
  amountCents: 700,
  currency: 'usd',
  interval: null,
  freeIntervals: 0,
  lookupKey: 'ebook_usd_700_once',
  planSetting: null,
} as const;
const metadata = { user_id: 'u-1', product: 'ebook' };
let runs = 0;

async function newCustomer(): Promise<string> {
  runs += 1;
  const user = { userId: `once-${runs}`, email: 'ada@example.com', name: 'Ada', replaces: null };
  return String(await provider('stripe').createCustomer(user));
}

const start = (way: PurchaseWay, customerId: string) =>
  provider('stripe').startPurchase({
    way,
    userId: customerId,
    customerId,
    product,
    metadata,
    brandName: 'Academy',
    approvedUrl: 'http://localhost:3000/approved',
    doneUrl: `${base}/tripwire-success`,
    cancelUrl: `${base}/checkout?product=dmd`,
    idempotencyKey: `${way}-${customerId}`,
  });

async function begin() {
  const customerId = await newCustomer();
  const { id, clientSecret } = await start('card_form', customerId);
  return {
    customerId,
    again: () => start('card_form', customerId),
    paymentId: String(id),
    clientSecret: String(clientSecret),
  };
}

const paidBy = (customerId: string, key = 'ebook') =>
  provider('stripe').findPaid({ customerId, product: { ...product, key }, begunIds: [] });

const openCheckout = async (customerId: string) => String((await start('card_page', customerId)).url);

const post = (address: string, fields: Record<string, string>) =>
  fetch(address, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

describe('a payment without an invoice', () => {
  it('waits for its card, is the same under the same key, and is made once', async () => {
    const { customerId, paymentId, clientSecret, again } = await begin();
    expect(await again()).toEqual({ id: paymentId, clientSecret });
    expect(await provider('stripe').findOpenPurchase(paymentId, product)).toMatchObject({ clientSecret });
    expect(await provider('stripe').findOpenPurchase(paymentId, { ...product, amountCents: 900 })).toBeNull();
    expect(await paidBy(customerId)).toEqual([]);
    await pay(clientSecret);
    expect(await provider('stripe').findOpenPurchase(paymentId, product)).toBeNull();
    expect(await paidBy(customerId)).toEqual([paymentId]);
    expect(await paidBy(customerId, 'other')).toEqual([]);
  });

  it('is told of a declined card, and may try another', async () => {
    const { paymentId, clientSecret } = await begin();
    const answer = await fetch(`${base}/sandbox/v1/payment_intents/${paymentId}/confirm`, {
      method: 'POST',
      body: JSON.stringify({
        client_secret: clientSecret,
        return_url: `${base}/tripwire-success`,
        card: { ...card, number: '4000 0000 0000 0002' },
      }),
    });
    expect(answer.status).toBe(402);
    await pay(clientSecret);
    expect(await stripe.paymentIntents.retrieve(paymentId)).toMatchObject({ status: 'succeeded' });
  });

  it('is given back once, however often it is asked for', async () => {
    const unpaid = await begin();
    await expect(provider('stripe').refundPayment(unpaid.paymentId)).rejects.toMatchObject({ name: 'Error' });
    const { paymentId, clientSecret } = await begin();
    await pay(clientSecret);
    await provider('stripe').refundPayment(paymentId);
    await stripe.refunds.create({ payment_intent: paymentId }).then(
      () => expect.unreachable(),
      (error) => expect(error).toMatchObject({ code: 'charge_already_refunded' }),
    );
    await expect(provider('stripe').refundPayment(paymentId)).resolves.toBeUndefined();
  });

  it.each([
    ['too small an amount', { amount: 49, currency: 'usd' }, 'amount_too_small'],
    ['no whole cents', { amount: 7.5, currency: 'usd' }, 'parameter_invalid_integer'],
    ['an unknown customer', { amount: 700, currency: 'usd', customer: 'cus_none' }, 'resource_missing'],
    ['an unknown parameter', { amount: 700, currency: 'usd', colour: 'red' }, 'parameter_unknown'],
  ])('is refused with %s', async (_, input, code) => {
    await expect(stripe.paymentIntents.create(input)).rejects.toMatchObject({ code });
  });
});

describe('the hosted checkout of one payment', () => {
  it('takes the money once and says so', async () => {
    const customerId = await newCustomer();
    const address = await openCheckout(customerId);
    const sessionId = String(address.split('/').at(-1));
    for (const paid of await Promise.all([post(address, card), post(address, card)]))
      expect(paid.headers.get('location')).toBe(`${base}/tripwire-success`);
    const session = await stripe.checkout.sessions.retrieve(sessionId);
    expect(session).toMatchObject({ mode: 'payment', payment_status: 'paid', amount_total: 700 });
    expect(await paidBy(customerId)).toEqual([session.payment_intent]);
  });

  it('is over once its confirmation was answered, also when the browser never came back', async () => {
    const address = await openCheckout(await newCustomer());
    const asked = await post(address, { ...card, number: '4000 0025 0000 3155' });
    await post(`${base}${asked.headers.get('location')}`, { answer: 'complete' });
    const sessionId = String(address.split('/').at(-1));
    expect(await stripe.checkout.sessions.retrieve(sessionId)).toMatchObject({ status: 'complete' });
    await settled();
  });

  it('takes no text for what is none, and no form that another site sends', async () => {
    const address = await openCheckout(await newCustomer());
    const oddForms: Record<string, string>[] = [
      { step: 'code', code: '\0' },
      { number: '\0', expiry: '\0' },
      { 'number[a]': '1' },
    ];
    for (const fields of oddForms) expect((await post(address, fields)).status).toBe(422);
    expect((await post(address, { step: 'address', country: '\0', postal_code: '\0' })).status).toBe(303);
    const { paymentId, clientSecret } = await begin();
    const confirm = (body: object, headers: Record<string, string> = {}) =>
      fetch(`${base}/sandbox/v1/payment_intents/${paymentId}/confirm`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ client_secret: clientSecret, return_url: base, card, ...body }),
      }).then(({ status }) => status);
    const noText = { toString: 1 };
    expect(await confirm({ return_url: noText })).toBe(400);
    expect(await confirm({ card: { number: noText, expiry: noText, cvc: noText } })).toBe(402);
    expect(await confirm({ client_secret: 'another' })).toBe(404);
    expect(await confirm({ return_url: 'https://elsewhere.example/' })).toBe(400);
    expect(await confirm({}, { 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await confirm({})).toBe(200);
  });

  it('is refused where mode and price do not belong together', async () => {
    const customer = await newCustomer();
    const price = async (recurring: boolean) =>
      (
        await stripe.prices.create({
          currency: 'usd',
          unit_amount: 700,
          product_data: { name: 'A thing' },
          ...(recurring ? { recurring: { interval: 'month' as const } } : {}),
        })
      ).id;
    const open = async (mode: 'payment' | 'subscription', recurring: boolean, more = {}) =>
      stripe.checkout.sessions.create({
        mode,
        customer,
        line_items: [{ price: await price(recurring), quantity: 1 }],
        success_url: base,
        ...more,
      });
    await expect(open('payment', true)).rejects.toMatchObject({ param: 'mode' });
    await expect(open('subscription', false)).rejects.toMatchObject({ param: 'line_items' });
    await expect(open('payment', false, { subscription_data: { metadata } })).rejects.toMatchObject({
      param: 'subscription_data',
    });
    await expect(open('payment', false)).resolves.toHaveProperty('url');
  });
});
