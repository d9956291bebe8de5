import { beforeAll, describe, expect, it } from 'vitest';
import { inDemoDatabase } from '#tests/integration/demo-database.ts';
import { ask, cookieOf, port, postForm, sessionOf, withDemoSite } from '#tests/integration/running-site.ts';

withDemoSite({ REPORT_QUERY_COUNT: 'true', TRUST_PROXY: 'true' });

const keysPage = '/affiliate-centre/keys';

/** A key, made by the page's own form. */
async function newKey(role: 'affiliate' | 'reseller' = 'affiliate') {
  const headers = { cookie: await sessionOf(role) };
  const page = await ask(port, keysPage, { headers });
  const formKey = /name="formKey" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const made = await postForm(port, keysPage, { name: 'my script', formKey }, headers);
  const key = /mak_[\w-]{43}/.exec(made.text)?.[0] ?? '';
  return { headers, formKey, made, key };
}

const api = (path: string, key?: string, method = 'GET') =>
  ask(port, `/api/affiliate/${path}`, {
    method,
    headers: key ? { authorization: `Bearer ${key}` } : {},
  });

describe('a key', () => {
  it('is shown by the answer to its form and by no page after it', async () => {
    const { headers, formKey, made, key } = await newKey();
    expect([made.status, made.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(key).not.toBe('');
    expect((await ask(port, keysPage, { headers })).text).not.toContain(key);
    const again = await postForm(port, keysPage, { name: 'my script', formKey }, headers);
    expect(again.text).toContain('This key was already created and shown once.');
    expect(again.text).not.toContain(key);
  });

  it('is taken no more once its owner revokes it', async () => {
    const { headers, key } = await newKey('reseller');
    expect((await api('summary', key)).status).toBe(200);
    const { text } = await ask(port, keysPage, { headers });
    const id = /name="id" value="([^"]+)"/.exec(text)?.[1] ?? '';
    const stranger = { cookie: await sessionOf('affiliate') };
    expect((await postForm(port, keysPage, { intent: 'revoke', id }, stranger)).status).toBe(404);
    expect((await api('summary', key)).status).toBe(200);
    const revoked = await postForm(port, keysPage, { intent: 'revoke', id }, headers);
    expect([revoked.status, cookieOf(revoked, 'flash')]).toEqual([303, expect.any(String)]);
    expect((await api('summary', key)).status).toBe(401);
  });
});

describe('what programs are told', () => {
  it('is what the pages show, in JSON that no cache keeps', async () => {
    const { key } = await newKey();
    const summary = await api('summary', key);
    expect(summary.headers['cache-control']).toBe('private, no-store');
    expect(JSON.parse(summary.text)).toMatchObject({
      username: 'demo-affiliate',
      ratePercent: 50,
      account: { currency: 'usd', approvedCents: expect.any(Number) },
    });
    expect(JSON.parse((await api('stats?range=90d', key)).text)).toMatchObject({
      range: '90d',
      period: 'week',
      periods: expect.any(Array),
      funnel: { clicks: expect.any(Number) },
    });
    expect(JSON.parse((await api('sources?breakdown=link', key)).text)).toMatchObject({
      breakdown: 'link',
      sources: expect.any(Array),
    });
    for (const query of ['', '?limit=5', '?limit=200'])
      expect(JSON.parse((await api(`commissions${query}`, key)).text), query).toMatchObject({
        entries: expect.any(Array),
      });
  });

  it('is refused where the question cannot be read, and the parameter is named', async () => {
    const { key } = await newKey();
    const questions = [
      ['commissions?limit=10k', 'limit'],
      ['commissions?limit=0', 'limit'],
      ['commissions?limit=201', 'limit'],
      ['commissions?limit=1e2', 'limit'],
      ['commissions?cursor=1-x', 'cursor'],
      ['commissions?limit=5&cursor=%00', 'cursor'],
      ['stats?range=7d', 'range'],
      ['stats?period=hour', 'period'],
      ['sources?breakdown=country', 'breakdown'],
      ['sources?cursor=x', 'cursor'],
    ];
    for (const [path = '', name] of questions) {
      const answer = await api(path, key);
      expect([answer.status, JSON.parse(answer.text).error], path).toEqual([
        400,
        expect.objectContaining({
          code: 'bad_parameter',
          message: expect.stringContaining(`The parameter ${name} takes`),
        }),
      ]);
    }
  });

  it('is nothing without a key, with a session alone, or to who would write', async () => {
    const { headers, key } = await newKey();
    for (const answer of [
      await api('summary'),
      await api('summary', 'mak_made-up'),
      await ask(port, '/api/affiliate/summary', { headers }),
      await ask(port, '/api/affiliate/summary', { headers: { authorization: `Basic ${key}` } }),
    ]) {
      expect(answer.status).toBe(401);
      expect(JSON.parse(answer.text)).toMatchObject({
        error: { type: 'authentication_error', code: 'bad_key' },
      });
    }
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await api('summary', key, method)).status).toBe(405);
    expect((await api('nothing', key)).status).toBe(404);
  });
});

describe('the forms of the centre', () => {
  it.each([
    ['/affiliate-centre/tools', { intent: 'shorten', destination: 'https://elsewhere.example/' }],
    ['/affiliate-centre/tools', { intent: 'make-code', promotionCode: 'x' }],
    ['/affiliate-centre/tools', { intent: 'unknown' }],
    ['/affiliate-centre/tools', {}],
    ['/affiliate-centre/support', { subject: 'only this' }],
    ['/affiliate-centre/keys', { name: '' }],
  ])('answer with 422 what they cannot take: %s %j', async (path, fields) => {
    const headers = { cookie: await sessionOf('affiliate') };
    expect((await postForm(port, path, fields as Record<string, string>, headers)).status).toBe(422);
  });

  it.each([
    { intent: 'archive', code: 'nobodys' },
    { intent: 'end-code', code: 'NOBODYS' },
  ])('refuse what is none of one’s own: %j', async (fields) => {
    const headers = { cookie: await sessionOf('affiliate') };
    expect((await postForm(port, '/affiliate-centre/tools', fields, headers)).status).toBe(404);
  });

  const headers = { cookie: '' };

  // Signing in for each test would be refused as too often.
  beforeAll(async () => {
    headers.cookie = await sessionOf('affiliate');
  });

  it('lead nowhere else by short link, and give out no QR code of another’s', async () => {
    await postForm(port, '/affiliate-centre/tools', { intent: 'shorten', destination: '/demo' }, headers);
    const { text } = await ask(port, '/affiliate-centre/tools', { headers });
    const code = /\/r\/([a-z0-9]{7})/.exec(text)?.[1] ?? '';
    const followed = await ask(port, `/r/${code}?next=//evil.example`, {});
    expect([followed.status, followed.headers.location, followed.headers['cache-control']]).toEqual([
      301,
      '/demo',
      'private, no-store',
    ]);
    const unknown = await ask(port, '/r/nothing', {});
    expect([unknown.status, unknown.headers.location]).toEqual([302, '/']);
    const picture = `/affiliate-centre/qr/${code}.svg`;
    expect((await ask(port, picture, { headers })).headers['content-type']).toBe(
      'image/svg+xml; charset=utf-8',
    );
    const other = { cookie: await sessionOf('reseller') };
    for (const path of [picture, '/affiliate-centre/qr/x', '/affiliate-centre/qr/unknown.svg'])
      expect((await ask(port, path, { headers: other })).status, path).toBe(404);
  });

  const chosen = [
    ...[
      '/',
      '/pricing',
      '/playbooks?topic=email',
      '/playbooks/keyword-map',
      '/legal/terms',
      '/demo',
      '/register',
    ],
    ...['/special', '/checkout?product=dmd', '/DMD', '/reseller-trial', '/%70ricing', '/Pricing/'],
  ];
  const refused = [
    ...[
      '/logout',
      '/clear-auth-cache',
      '/lo%67out',
      '/LOGOUT',
      '/logout/',
      '/logout.data',
      '/view-as/end',
      '/x/../logout',
    ],
    ...[
      '/dashboard',
      '/profile',
      '/profile/security/delete',
      '/profile/billing/cancel',
      '/notifications',
      '/assistant',
    ],
    ...[
      '/community/threads/0',
      '/courses/seo',
      '/support/tickets/3',
      '/affiliate-centre/keys',
      '/admin',
      '/admin/users',
    ],
    ...[
      '/sign-in/token',
      '/reset-password/token',
      '/email-course/unsubscribe/token',
      '/verify-email/token',
      '/r/abcdefg',
    ],
    ...[
      '/checkout/paypal/return?token=1',
      '/thank-you',
      '/create-membership-session',
      '/api/affiliate/summary',
      '/metrics',
    ],
    ...[
      '/assets/x.js',
      '/robots.txt',
      '/dev/outbox',
      '/nothing',
      '/widgets/price',
      '/live',
      '//elsewhere.example',
    ],
  ];

  it('make links to pages for visitors, and to no other page, however it is spelled', async () => {
    const shorten = async (destination: string) =>
      (await postForm(port, '/affiliate-centre/tools', { intent: 'shorten', destination }, headers)).status;
    for (const destination of chosen)
      expect([destination, await shorten(destination)]).toEqual([destination, 303]);
    for (const destination of refused)
      expect([destination, await shorten(destination)]).toEqual([destination, 422]);
  });

  it('list short links that were made to other pages before, which lead home', async () => {
    const { rows } = await inDemoDatabase(
      `INSERT INTO short_links (id, code, affiliate_id, destination, created_at)
       SELECT uuidv7(), 'oldlink', id, '/logout', now() FROM users WHERE email = 'affiliate@example.com' RETURNING code`,
    );
    expect(rows).toHaveLength(1);
    expect((await ask(port, '/affiliate-centre/tools', { headers })).text).toContain('/r/oldlink');
    expect((await ask(port, '/r/oldlink', {})).headers.location).toBe('/');
  });
});

describe('pages of the centre', () => {
  const few = [
    ['/affiliate-centre', 1],
    ['/affiliate-centre/stats', 1],
    ['/affiliate-centre/stats?range=12m&breakdown=page&after=1~x', 1],
    ['/affiliate-centre/training', 1],
    ['/affiliate-centre/training/module-1-lesson-1', 1],
    ['/marketing-materials', 1],
    ['/affiliate-centre/tools', 3],
    ['/affiliate-centre/commissions', 3],
    ['/affiliate-centre/commissions?what=changed&from=2026-01-01', 3],
    ['/affiliate-centre/payouts?state=paid&from=2026-01-01', 3],
    ['/affiliate-centre/support', 2],
    ['/affiliate-centre/keys', 2],
    ['/affiliate-centre/payouts/months/2026-06', 3],
  ] as const;

  it.each(few)('%s takes %i queries, also where the router asks for its data', async (path, queries) => {
    const headers = { cookie: await sessionOf('affiliate') };
    const [page, search] = path.split('?');
    // Connections are handed on among requests, and now and then a query is counted for another.
    for (const address of [path, `${page}.data${search ? `?${search}` : ''}`])
      await expect
        .poll(async () => {
          const { status, headers: told } = await ask(port, address, { headers });
          return [status, told['server-timing']];
        })
        .toEqual([200, `db;desc="${queries}"`]);
  });

  it('do not know a commission that is nobody’s', async () => {
    const headers = { cookie: await sessionOf('affiliate') };
    expect((await ask(port, '/affiliate-centre/commissions/unknown', { headers })).status).toBe(404);
  });
});

it('whoever tries wrong keys is told to wait, also where a browser would ask for data', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.7', authorization: 'Bearer wrong' };
  const tries = await Promise.all(
    Array.from({ length: 61 }, () => ask(port, '/api/affiliate/summary', { headers })),
  );
  expect(
    tries
      .map(({ status }) => status)
      .toSorted()
      .at(-1),
  ).toBe(429);
  for (const path of ['/api/affiliate/summary', '/api/affiliate/summary.data']) {
    const answer = await ask(port, path, { headers });
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([429, 'rate_limited']);
  }
});
