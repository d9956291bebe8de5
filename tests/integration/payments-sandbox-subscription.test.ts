import { describe, expect, it } from 'vitest';
import { provider } from '#app/platform/payments/payments.server.ts';
import { base, received, stripe, withSandbox } from '#tests/integration/card-buyers.ts';
import {
  begin,
  cards,
  confirm,
  events,
  locationOf,
  post,
  product,
  statusOf,
} from '#tests/integration/sandbox-calls.ts';

withSandbox();

describe('a subscription paid on the site', () => {
  it('waits for its payment, then is active, told by signed events', async () => {
    const { subscriptionId, clientSecret } = await begin();
    expect(await statusOf(subscriptionId)).toBe('incomplete');
    expect(await provider('stripe').findOpenPurchase(subscriptionId, product)).toMatchObject({
      clientSecret,
    });
    expect(await confirm(clientSecret, cards.pays)).toMatchObject({
      status: 200,
      body: { status: 'succeeded' },
    });
    expect(await statusOf(subscriptionId)).toBe('active');
    expect(await provider('stripe').findOpenPurchase(subscriptionId, product)).toBeNull();
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
    const page = await fetch(new URL(String(body.url), base));
    expect(await page.text()).toContain('Confirm payment');
    const back = await post(String(body.url), { answer: 'complete' });
    expect(back.status).toBe(303);
    expect(locationOf(back)).toBe(`${base}/thank-you?redirect_status=succeeded`);
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
    const done = `${base}/thank-you?redirect_status=succeeded`;
    for (const answer of ['complete', 'fail'])
      expect(locationOf(await post(String(body.url), { answer }))).toBe(done);
    const again = await fetch(new URL(String(body.url), base), { redirect: 'manual' });
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
    const user = { userId: `same-${Date.now()}`, name: 'Ada', replaces: null };
    const first = await provider('stripe').createCustomer({ ...user, email: 'old@example.com' });
    expect(await provider('stripe').createCustomer({ ...user, email: 'old@example.com' })).toBe(first);
    await expect(provider('stripe').createCustomer({ ...user, email: 'new@example.com' })).resolves.toMatch(
      /^cus_/,
    );
  });

  it('keeps a payment from whoever has no client secret, and from another site', async () => {
    const { clientSecret } = await begin();
    expect((await confirm(clientSecret, cards.pays, { client_secret: 'guess' })).status).toBe(404);
    expect((await confirm(clientSecret, cards.pays, { return_url: 'https://evil.example/' })).status).toBe(
      400,
    );
  });
});
