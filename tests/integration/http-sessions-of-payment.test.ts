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
    expect(answer.error?.message).toContain('Please join the programme first');
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
});
