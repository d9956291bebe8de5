import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '#app/platform/runtime/free-port.ts';
import {
  ask,
  buildSite,
  newDemoDatabase,
  postForm,
  type Start,
  sessionOf,
  startSite,
} from '#tests/integration/running-site.ts';
import { type Cable, layCable } from '#tests/support/cable.ts';

describe('a database that goes away', () => {
  let cable: Cable;
  let port: number;
  let site: Start;
  let cookie: string;

  beforeAll(async () => {
    await buildSite();
    // Not the worker's own: a demo leaves its accounts there.
    cable = await layCable(await newDemoDatabase('test_outage'));
    port = await freePort();
    site = startSite({
      DEMO: 'true',
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      PORT: String(port),
      DATABASE_URL: cable.url,
    });
    await site.ready;
    cookie = await sessionOf('member', port);
  });

  afterAll(async () => {
    cable.mend();
    await site?.stop();
    cable.close();
  });

  it('is waited for a few seconds where it answers nothing, and then is an outage too', async () => {
    const headers = { cookie };
    expect((await ask(port, '/dashboard', { headers })).status).toBe(200);
    cable.freeze();
    const startedAt = performance.now();
    const [page, payment, terms] = await Promise.all([
      ask(port, '/dashboard', { headers }),
      postForm(port, '/checkout', {}, headers),
      ask(port, '/checkout/accept', { method: 'POST', headers }),
    ]);
    for (const { status, headers: said } of [page, payment, terms])
      expect([status, said['retry-after']]).toEqual([503, '10']);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    expect((await ask(port, '/readyz')).status).toBe(503);
    expect((await ask(port, '/livez')).status).toBe(200);
    cable.mend();
    await vi.waitFor(async () => expect((await ask(port, '/dashboard', { headers })).status).toBe(200), {
      timeout: 60_000,
      interval: 100,
    });
  });

  it('is answered with 503 and a page that says so, and comes back by itself', async () => {
    expect((await ask(port, '/dashboard', { headers: { cookie } })).status).toBe(200);
    expect((await ask(port, '/readyz')).status).toBe(200);

    cable.cut();
    const page = await ask(port, '/dashboard', { headers: { cookie } });
    expect(page.status).toBe(503);
    expect(page.headers['retry-after']).toBe('10');
    expect(page.headers['cache-control']).toBe('private, no-store');
    expect(page.text).toContain('We will be right back');
    expect(page.text).toContain(String(page.headers['x-request-id']));
    // Whose session it is cannot be known: they are neither asked to sign in nor told to be somebody.
    const [header = ''] = /<header .*?<\/header>/s.exec(page.text) ?? [];
    expect([...header.matchAll(/href="([^"]*)"/g)].map(([, to]) => to)).toEqual([
      '/',
      '/pricing',
      '/affiliate-program',
      '/support',
    ]);
    expect(header).not.toContain('/logout');
    const visitors = await ask(port, '/', { headers: { cookie: 'session=forged' } });
    expect(visitors.text).toContain('href="/login"');
    expect((await postForm(port, '/courses/seo/complete', { moduleId: '1' }, { cookie })).status).toBe(503);
    const payload = JSON.stringify({
      id: 'evt_outage',
      type: 'customer.subscription.updated',
      created: 1,
      data: {
        object: { id: 'sub_1', customer: 'cus_1', status: 'active', items: { data: [] }, metadata: {} },
      },
    });
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_sandbox' });
    const event = await ask(port, '/webhooks/stripe', {
      method: 'POST',
      body: payload,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    });
    expect([event.status, event.headers['retry-after']]).toEqual([503, '10']);
    expect(JSON.parse(event.text)).toMatchObject({ error: { type: 'api_error', code: 'unavailable' } });
    expect((await ask(port, '/readyz')).status).toBe(503);
    // A balancer goes on sending requests.
    for (const path of ['/livez', '/healthz']) expect((await ask(port, path)).status, path).toBe(200);
    // Visitors' pages need no database.
    expect((await ask(port, '/')).status).toBe(200);

    cable.mend();
    await vi.waitFor(
      async () => expect((await ask(port, '/dashboard', { headers: { cookie } })).status).toBe(200),
      {
        timeout: 120_000,
        interval: 100,
      },
    );
    expect((await ask(port, '/readyz')).status).toBe(200);
  });
});
