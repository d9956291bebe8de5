import pg from 'pg';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
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
  /** A connection that is not cut. */
  let direct: pg.Client;

  beforeAll(async () => {
    await buildSite();
    // Not the worker's own: a demo leaves its accounts there.
    const databaseUrl = await newDemoDatabase('test_outage');
    cable = await layCable(databaseUrl);
    direct = new pg.Client({ connectionString: databaseUrl });
    await direct.connect();
    port = await freePort();
    site = startSite({
      DEMO: 'true',
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      // By it a test knows that a page came from memory.
      REPORT_QUERY_COUNT: 'true',
      PORT: String(port),
      DATABASE_URL: cable.url,
    });
    await site.ready;
    cookie = await sessionOf('member', port);
  });

  afterEach(() => cable.mend());

  afterAll(async () => {
    await site?.stop();
    cable.close();
    await direct.end();
  });

  // The pages that do need a table wait for it as long as for anything, and are not asked for here.
  it.each([
    ['notifications', ['/dashboard', '/courses', '/courses/seo', '/community', '/profile']],
    ['assignment_submissions', ['/community', '/profile', '/notifications']],
    ['subscriptions', ['/profile', '/notifications', '/profile/security']],
  ])('keeps no page from answering that does not need the table that is locked: %s', async (table, paths) => {
    const headers = { cookie };
    for (const path of paths)
      expect([path, (await ask(port, path, { headers })).status]).toEqual([path, 200]);
    await direct.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    try {
      for (const path of paths)
        expect([path, (await ask(port, path, { headers })).status]).toEqual([path, 200]);
      if (table !== 'subscriptions') return;
      // It says what somebody has: neither that they have it nor that they have not.
      const page = await ask(port, '/dashboard', { headers });
      expect([page.status, page.headers['retry-after']]).toEqual([503, '10']);
    } finally {
      await direct.query('ROLLBACK');
    }
  });

  it('is noticed by no visitor, nor by who is signed in where a page is for everybody', async () => {
    const paths = [
      '/',
      '/pricing',
      '/login',
      '/register',
      '/affiliate-program',
      '/playbooks',
      '/legal/privacy',
      '/support',
    ];
    const known = ['/community', '/search'];
    // Only what a process has made once is in its memory, where it takes a query to make.
    for (const path of known)
      await vi.waitFor(async () => {
        const { status, headers } = await ask(port, path);
        expect([path, status, headers['server-timing']]).toEqual([path, 200, undefined]);
      }, 10_000);
    for (const end of [() => cable.freeze(), () => cable.cut()]) {
      end();
      for (const path of [...paths, ...known])
        for (const headers of [{}, { cookie }] as Record<string, string>[]) {
          const startedAt = performance.now();
          const { status, headers: said, text } = await ask(port, path, { headers });
          const ms = performance.now() - startedAt;
          expect([path, status, ms < 2_000 ? 'soon' : ms]).toEqual([path, 200, 'soon']);
          if (!('cookie' in headers)) continue;
          expect(said['cache-control'], path).toBe('private, no-store');
          expect(text, path).not.toContain('/logout');
          if (!known.includes(path)) expect(text, path).toContain('You are still signed in');
        }
    }
    // Nobody else is shown that note.
    expect((await ask(port, '/pricing')).text).not.toContain('You are still signed in');
    cable.mend();
    await vi.waitFor(
      async () => expect((await ask(port, '/dashboard', { headers: { cookie } })).status).toBe(200),
      {
        timeout: 60_000,
        interval: 100,
      },
    );
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

  it('gives back what was typed, ready to be sent again, without passwords and cards', async () => {
    const ask503 = async (path: string, fields: Record<string, string>, headers: Record<string, string>) => {
      const { status, text } = await postForm(port, path, fields, headers);
      expect([path, status]).toEqual([path, 503]);
      return text;
    };
    const message = `First line\r\n"><script>alert(1)</script> & ${'a long text '.repeat(3_000)}`;
    cable.cut();
    const page = await ask503(
      '/support?from=faq',
      {
        message,
        key: 'k-1',
        password: 'my secret password',
        cardNumber: '4242 4242 4242 4242',
        note: '4242424242424242',
        x1onclick: '<img src=x>',
      },
      { cookie },
    );
    expect(page).toContain('action="/support?from=faq"');
    expect(page).toContain('we don’t know yet if this went through');
    expect(page).not.toContain('<script>alert');
    expect(page).not.toContain('<img src=x>');
    expect(page).not.toMatch(/my secret|4242/);
    expect(page).toMatch(/<input [^>]*type="hidden"[^>]*name="key"[^>]*value="k-1"/);
    expect(page).toMatch(
      /<input [^>]*name="password"[^>]*type="password"|<input [^>]*type="password"[^>]*name="password"/,
    );
    const [, text = ''] = /<textarea[^>]*name="message"[^>]*>([\s\S]*?)<\/textarea>/.exec(page) ?? [];
    expect(text).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; a long text');
    expect(text.length).toBeGreaterThan(36_000);
    // What was left empty is not asked for.
    const empty = await ask503('/support', { message, code: '', password: '' }, { cookie });
    expect(empty).not.toMatch(/type="password"/);
    expect(empty).toMatch(/<input type="hidden" name="code" value=""/);
    // Also where a page failed before it read the form, and for whoever is not signed in.
    expect(await ask503('/login', { email: 'me@example.com', password: 'my secret' }, {})).toMatch(
      /type="hidden"[^>]*name="email"[^>]*value="me@example.com"/,
    );
    // Another site's form is refused before, and gets nothing back.
    const foreign = await postForm(port, '/support', { message }, { cookie, origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect(foreign.text).not.toContain('a long text');
    // Nor is what is no form of the site's, or leads to another one.
    const odd = await postForm(port, '//evil.example/x', { message }, { cookie });
    expect(odd.text).not.toMatch(/action="\/[/\\]/);
    expect(await ask503('/support', { '"><b>': message }, { cookie })).not.toContain('Send again');
    const boundary = 'b0und';
    const part = (name: string, body: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${body}\r\n`;
    const withFile = await ask(port, '/support', {
      method: 'POST',
      headers: { cookie, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: `${part('message', message)}${part('files"; filename="<b>invoice.pdf', '%PDF-')}--${boundary}--\r\n`,
    });
    expect(withFile.status).toBe(503);
    expect(withFile.text).toMatch(/enctype="multipart\/form-data"/i);
    expect(withFile.text).toContain('Please choose it again: &lt;b&gt;invoice.pdf');
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
