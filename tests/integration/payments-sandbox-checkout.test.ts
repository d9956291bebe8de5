import { describe, expect, it } from 'vitest';
import { base, received, stripe, withSandbox } from '#tests/integration/card-buyers.ts';
import { cards, events, locationOf, openCheckout, post } from '#tests/integration/sandbox-calls.ts';

withSandbox();

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
      expect(locationOf(response)).toBe(`${base}/thank-you?session=${sessionId}`);
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
    expect(new URL(locationOf(shown), base).href).toBe(url);
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
    expect((await fetch(`${base}/sandbox/checkout/cs_test_none`)).status).toBe(404);
    expect((await fetch(`${base}/sandbox/elsewhere`)).status).toBe(404);
  });
});
