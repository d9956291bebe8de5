import { describe, expect, it } from 'vitest';
import { ask, get, port, postForm, sessionOf, withDemoSite } from '#tests/integration/running-site.ts';

withDemoSite({ TRUST_PROXY: 'true' });

const json = { 'content-type': 'application/json' };

/** What a program is answered. */
async function askAs(cookie: string | null, path: string, body = '{}') {
  const headers = { ...json, ...(cookie ? { cookie } : {}) };
  const { status, text } = await ask(port, path, { method: 'POST', headers, body });
  return { status, answer: JSON.parse(text) as { url?: string; error?: { code: string; message: string } } };
}

describe('addresses that begin a purchase on the provider’s page (P76)', () => {
  it('answer a program with the page’s address', async () => {
    const cookie = await sessionOf('affiliate');
    for (const [path, body] of [
      ['/create-membership-session', '{"referrer_username":"none"}'],
      ['/create-reseller-session', '{"referrer_username":"demo-reseller"}'],
      ['/create-reseller-session', ''],
    ] as const) {
      const { status, answer } = await askAs(cookie, path, body);
      expect(status, path).toBe(200);
      expect(Object.keys(answer), path).toEqual(['url']);
      expect(answer.url, path).toMatch(/\/sandbox\//);
    }
  });

  it('sell the two forms of PRO to resellers alone', async () => {
    const path = '/create-pro-reseller-session';
    const reseller = await sessionOf('reseller');
    expect((await askAs(reseller, path)).status).toBe(200);
    expect((await askAs(reseller, path, '{"three_months_free":true}')).status).toBe(200);
    const { status, answer } = await askAs(await sessionOf('member'), path);
    expect(status).toBe(403);
    expect(answer.error?.message).toContain('Please join the program first');
  });

  it('take nothing of prices, plans or ways back from who asks', async () => {
    const body = JSON.stringify({
      amount: 1,
      price: 'x',
      success_url: 'https://evil.example',
      role: 'admin',
    });
    const { answer } = await askAs(await sessionOf('affiliate'), '/create-reseller-session', body);
    const page = await get(new URL(String(answer.url)).pathname);
    expect(page.text).toContain('$997');
    expect(page.text).not.toContain('evil.example');
  });

  it('refuse in JSON: nobody signed in, no object, another method', async () => {
    expect(await askAs(null, '/create-reseller-session')).toMatchObject({
      status: 401,
      answer: { error: { code: 'not_signed_in' } },
    });
    for (const body of ['[]', '{', '"x"', 'null'])
      expect((await askAs(await sessionOf('member'), '/create-reseller-session', body)).status).toBe(400);
    const onPageOnly = await askAs(await sessionOf('reseller'), '/create-payment-intent?product=pro-free');
    expect(onPageOnly).toMatchObject({ status: 422, answer: { error: { code: 'not_offered' } } });
    const answer = await get('/create-reseller-session');
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('POST');
  });

  it('lead a plain form there, or back with what is wrong', async () => {
    const cookie = await sessionOf('affiliate');
    const begun = await postForm(port, '/create-reseller-session', {}, { cookie });
    expect(begun.status).toBe(303);
    expect(begun.headers.location).toMatch(/\/sandbox\//);
    const visitor = await postForm(port, '/create-reseller-session', {});
    expect(visitor.status).toBe(303);
    expect(visitor.headers.location).toBe('/register?redirectTo=%2Freseller-checkout');
    const member = { cookie: await sessionOf('member') };
    const refused = await postForm(port, '/create-pro-reseller-session', {}, member);
    expect(refused.status).toBe(303);
    expect(refused.headers.location).toBe('/pro-reseller-upsell');
  });

  it('lead a plain form there from the card form’s address too, which answers scripts with a secret', async () => {
    const cookie = await sessionOf('affiliate');
    const path = '/create-payment-intent?product=dmd';
    expect((await askAs(cookie, path)).answer).toEqual({ clientSecret: expect.stringContaining('_secret_') });
    const begun = await postForm(port, path, {}, { cookie });
    expect(begun.status).toBe(303);
    expect(begun.headers.location).toMatch(/\/sandbox\/checkout\//);
    const visitor = await postForm(port, path, {});
    expect(visitor.headers.location).toBe('/register?redirectTo=%2Fcheckout%3Fproduct%3Ddmd');
    const unknown = await postForm(port, '/create-payment-intent?product=none', {}, { cookie });
    expect(unknown.headers.location).toBe('/checkout?product=none');
  });

  it('bring whoever had to sign in on the way to PayPal to the checkout of what they want', async () => {
    const pressed = await postForm(port, '/checkout/paypal?product=dmd', {});
    expect(pressed.headers.location).toBe('/register?redirectTo=%2Fcheckout%2Fpaypal%3Fproduct%3Ddmd');
    const back = await get('/checkout/paypal?product=dmd', { cookie: await sessionOf('affiliate') });
    expect(back.status).toBe(303);
    expect(back.headers.location).toBe('/checkout?product=dmd');
  });

  it('tell PayPal’s own button what was begun, once, and where the approval leads, or why nothing was (P173)', async () => {
    const press = async (product: string, cookie?: string) => {
      const headers = { accept: 'application/json', ...(cookie ? { cookie } : {}) };
      const answer = await postForm(port, `/checkout/paypal${product}`, { intent: 'wallet' }, headers);
      return { ...answer, said: answer.text === '' ? null : JSON.parse(answer.text) };
    };
    const cookie = await sessionOf('affiliate');
    const presses = await Promise.all([press('?product=dmd', cookie), press('?product=dmd', cookie)]);
    const [{ status, headers, said }] = presses;
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('private, no-store');
    expect(presses[1].said).toEqual(said);
    expect(said).toEqual({
      id: expect.stringMatching(/^\w+$/),
      approvedUrl: `http://localhost:${port}/checkout/paypal/return?token=${said.id}`,
    });
    const plain = await postForm(port, '/checkout/paypal?product=dmd', {}, { cookie });
    expect(plain.headers.location).toContain(said.id);
    const subscription = (await press('', cookie)).said;
    expect(subscription.approvedUrl).toBe(`http://localhost:${port}/thank-you`);
    expect(subscription.id).not.toBe(said.id);
    expect(await press('?product=pro', cookie)).toMatchObject({
      status: 403,
      said: { error: { message: expect.stringContaining('Please join the program first') } },
    });
    expect(await press('?product=none', cookie)).toMatchObject({
      status: 404,
      said: { error: { code: 'unknown_product' } },
    });
    // A script that follows no redirects knows by it that nobody is signed in.
    expect((await press('?product=dmd')).status).toBe(303);
    const foreign = { cookie, accept: 'application/json', origin: 'https://evil.example' };
    expect((await postForm(port, '/checkout/paypal?product=dmd', {}, foreign)).status).toBe(403);
  });

  it('ask the provider sixty times in ten minutes for one buyer (P166)', async () => {
    // Who is no reseller is refused without the provider, and counted all the same.
    const cookie = await sessionOf('admin');
    const path = '/create-pro-reseller-session';
    const tries = await Promise.all(Array.from({ length: 60 }, () => askAs(cookie, path)));
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([403]));
    expect(await askAs(cookie, path)).toMatchObject({
      status: 429,
      answer: { error: { code: 'rate_limited' } },
    });
    expect((await askAs(cookie, '/create-payment-intent')).status).toBe(429);
    const button = { cookie, accept: 'application/json' };
    expect(await postForm(port, '/checkout/paypal?product=dmd', {}, button)).toMatchObject({
      status: 429,
      text: expect.stringContaining('Too many attempts.'),
    });
    for (const [form, to] of [
      [path, '/pro-reseller-upsell'],
      ['/checkout/paypal?product=dmd', '/checkout?product=dmd'],
    ] as const)
      expect(await postForm(port, form, {}, { cookie }), form).toMatchObject({
        status: 303,
        headers: { location: to },
      });
  });
});
