import { describe, expect, it } from 'vitest';
import type { Role } from '#app/domain/access/viewer.ts';
import { ask, cookieOf, port, postForm, sessionOf, withDemoSite } from '#tests/integration/running-site.ts';

withDemoSite({ REPORT_QUERY_COUNT: 'true' });

const sessions = new Map<Role, Promise<string>>();

/** Somebody's session; each of the demo's accounts signs in once. */
function sessionAs(role: Role): Promise<string> {
  const session = sessions.get(role) ?? sessionOf(role);
  sessions.set(role, session);
  return session;
}

const signIn = async (role: Role) => ({ cookie: await sessionAs(role) });

const pages = [
  '/marketing-materials',
  '/affiliate-centre/tools',
  '/affiliate-centre/stats',
  '/affiliate-centre/stats.csv?what=sources',
  '/affiliate-centre/support',
  '/affiliate-centre/keys',
  '/affiliate-centre/training',
  '/affiliate-centre/training/module-1-lesson-1',
  '/marketing-materials/brochure/preview.png',
];
/** They hold the link of whoever asks, so that each is made anew: downloads below are of two roles. */
const files = [
  '/marketing-materials/brochure/brochure.pdf',
  '/marketing-materials/banner-set/banner-set.zip',
];
const guarded = [...pages, ...files];

describe('who may come', () => {
  it.each(guarded)('visitors are sent to sign in: %s', async (path) => {
    const answer = await ask(port, path);
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      `/login?redirectTo=${encodeURIComponent(path)}`,
    ]);
  });

  it('members are led to the form for joining, and everyone else comes in', async () => {
    for (const role of ['affiliate', 'reseller', 'pro_reseller', 'admin'] as const) {
      const headers = await signIn(role);
      for (const path of pages) expect((await ask(port, path, { headers })).status, path).toBe(200);
    }
    const headers = await signIn('member');
    for (const path of guarded) {
      const answer = await ask(port, path, { headers });
      const form = `/affiliate-centre?redirectTo=${encodeURIComponent(path)}`;
      expect([answer.status, answer.headers.location]).toEqual([303, form]);
    }
    expect((await ask(port, '/affiliate-centre', { headers })).text).toContain(
      'Join the affiliate programme',
    );
    const joined = await postForm(
      port,
      '/affiliate-centre',
      { redirectTo: '/affiliate-centre/training' },
      headers,
    );
    expect([joined.status, joined.headers.location]).toEqual([303, '/affiliate-centre/training']);
    for (const path of pages) expect((await ask(port, path, { headers })).status, path).toBe(200);
    const away = await postForm(port, '/affiliate-centre', { redirectTo: '//evil.example' }, headers);
    expect(away.headers.location).toBe('/affiliate-centre');
  });
});

describe('a download', () => {
  it.each([
    ['banner-set/banner-set.zip', 'application/zip'],
    ['banner-set/banner-leaderboard-728x90.svg', 'image/svg+xml'],
    ['banner-set/banner-leaderboard-728x90.png', 'image/png'],
    ['email-swipes/email-swipes.txt', 'text/plain; charset=utf-8'],
    ['email-swipes/email-swipes.html', 'text/html; charset=utf-8'],
    [
      'email-swipes/email-swipes.docx',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    ['landing-page/landing-page.html', 'text/html; charset=utf-8'],
    ['brochure/brochure.pdf', 'application/pdf'],
  ])('is a file to keep, in full, told apart by its ETag: %s', async (path, type) => {
    const headers = { ...(await signIn('affiliate')), 'accept-encoding': 'br, gzip' };
    const address = `/marketing-materials/${path}`;
    const answer = await ask(port, address, { headers });
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'content-disposition': `attachment; filename="${path.split('/')[1]}"`,
      'content-length': String(answer.bytes),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-cache, no-transform',
    });
    expect(answer.headers['content-encoding']).toBeUndefined();
    const again = await ask(port, address, {
      headers: { ...headers, 'if-none-match': String(answer.headers.etag) },
    });
    expect([again.status, again.bytes]).toEqual([304, 0]);
    expect((await ask(port, address, { headers, method: 'HEAD' })).bytes).toBe(0);
  });

  it('holds the link of whoever asks', async () => {
    for (const [role, name] of [
      ['affiliate', 'demo-affiliate'],
      ['pro_reseller', 'demo-pro-reseller'],
    ] as const) {
      const headers = await signIn(role);
      const { text } = await ask(port, '/marketing-materials/email-swipes/email-swipes.txt', { headers });
      expect(text).toContain(`http://localhost:${port}/?ref=${name}\n`);
    }
  });

  it.each(['banner-set/none.svg', 'none/brochure.pdf', 'none/preview.png', 'brochure/..%2Fbrochure.pdf'])(
    'there is not, is not found: %s',
    async (path) => {
      const headers = await signIn('affiliate');
      expect((await ask(port, `/marketing-materials/${path}`, { headers })).status).toBe(404);
    },
  );
});

describe('a lesson', () => {
  it('is completed by a plain form, and one there is not is not found', async () => {
    const headers = await signIn('reseller');
    const address = '/affiliate-centre/training/module-1-lesson-2';
    const answer = await postForm(port, address, {}, headers);
    expect([answer.status, answer.headers.location]).toEqual([303, address]);
    const list = await ask(port, '/affiliate-centre/training', { headers });
    expect(list.text.replaceAll('<!-- -->', '')).toContain('1 of 9 lessons completed');
    const none = '/affiliate-centre/training/module-9-lesson-9';
    expect((await ask(port, none, { headers })).status).toBe(404);
    expect((await postForm(port, none, {}, headers)).status).toBe(404);
  });
});

describe('a referral link', () => {
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0' };
  const visit = (path: string, headers: Record<string, string> = {}) =>
    ask(port, path, { headers: { ...browser, ...headers } });
  const remembers = (answer: Awaited<ReturnType<typeof visit>>) =>
    Boolean(answer.headers['set-cookie']?.some((cookie) => cookie.startsWith('referral=')));
  const clicks = async () => {
    const { text } = await ask(port, '/affiliate-centre/tools', { headers: await signIn('affiliate') });
    return Number(/>Clicks<\/dt><dd[^>]*>([\d,]+)</.exec(text)?.[1]);
  };

  it('is remembered for 90 days by a cookie that scripts cannot read, on any page', async () => {
    for (const path of ['/', '/pricing', '/search?q=email', '/checkout']) {
      const answer = await visit(`${path}${path.includes('?') ? '&' : '?'}ref=demo-affiliate`);
      const cookie = answer.headers['set-cookie']?.find((set) => set.startsWith('referral='));
      expect(cookie, path).toMatch(/; Max-Age=7776000; Path=\/; .*HttpOnly; SameSite=Lax/);
      expect(answer.headers['cache-control'], path).toBe('private, no-store');
    }
  });

  it('is counted once for a visit, and not for robots, or whose it is', async () => {
    const before = await clicks();
    const first = await visit('/pricing?ref=demo-affiliate', { 'sec-fetch-dest': 'document' });
    const cookie = cookieOf(first, 'referral');
    expect(await clicks()).toBe(before + 1);
    await visit('/pricing?ref=demo-affiliate', { cookie });
    const uncounted = [
      await visit('/pricing?ref=demo-affiliate', { 'user-agent': 'Googlebot/2.1' }),
      await visit('/pricing?ref=demo-affiliate', { 'sec-fetch-dest': 'image' }),
      await visit('/pricing?ref=demo-affiliate', { 'sec-fetch-dest': 'iframe' }),
      await visit('/pricing?ref=demo-affiliate', { purpose: 'prefetch' }),
      await visit('/pricing?ref=demo-affiliate', await signIn('affiliate')),
      await ask(port, '/pricing?ref=demo-affiliate', { method: 'HEAD', headers: browser }),
      await visit('/pricing?ref=nobody-at-all'),
      await visit('/pricing?ref=%00'),
      await visit('/pricing?ref='),
      await visit('/pricing'),
    ];
    expect(uncounted.map(({ status }) => status)).toEqual(uncounted.map(() => 200));
    expect(uncounted.map(remembers)).toEqual(uncounted.map(() => false));
    expect(await clicks()).toBe(before + 1);
  });

  it('is refused to a browser that looks ahead, so that it is asked for again when it is opened', async () => {
    const before = await clicks();
    for (const path of ['/pricing?ref=demo-affiliate', '/checkout?code=ANY', '/r/abcdefg'])
      for (const purpose of ['prefetch', 'prefetch;prerender']) {
        const answer = await visit(path, { 'sec-purpose': purpose });
        expect([answer.status, answer.bytes, remembers(answer)], path).toEqual([503, 0, false]);
        expect(answer.headers['cache-control']).toBe('no-store');
      }
    expect((await visit('/pricing', { 'sec-purpose': 'prefetch' })).status).toBe(200);
    expect(await clicks()).toBe(before);
  });

  it('is not shared with the next visitor', async () => {
    await visit('/demo?ref=demo-affiliate');
    expect(remembers(await visit('/demo'))).toBe(false);
  });

  it('cannot be made up: a cookie nobody signed is none', async () => {
    const made = Buffer.from(JSON.stringify({ referrerId: 'x', clickedAt: 1 })).toString('base64');
    const answer = await visit('/register', { cookie: `referral=${made}` });
    expect(answer.status).toBe(200);
  });
});

const keysPage = '/affiliate-centre/keys';

/** A key, made by the page's own form. */
async function newKey(role: 'affiliate' | 'reseller' = 'affiliate') {
  const headers = { cookie: await sessionAs(role) };
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
    expect(again.text).toContain('This form was sent before');
    expect(again.text).not.toContain(key);
  });

  it('is taken no more once its owner revokes it', async () => {
    const { headers, key } = await newKey('reseller');
    expect((await api('summary', key)).status).toBe(200);
    const { text } = await ask(port, keysPage, { headers });
    const id = /name="id" value="([^"]+)"/.exec(text)?.[1] ?? '';
    const stranger = { cookie: await sessionAs('affiliate') };
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
    for (const query of ['', '?limit=5', '?limit=0', '?limit=x&cursor=%00', '?cursor=1-x'])
      expect(JSON.parse((await api(`commissions${query}`, key)).text), query).toMatchObject({
        entries: expect.any(Array),
      });
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
    const headers = { cookie: await sessionAs('affiliate') };
    expect((await postForm(port, path, fields as Record<string, string>, headers)).status).toBe(422);
  });

  it.each([
    { intent: 'archive', code: 'nobodys' },
    { intent: 'end-code', code: 'NOBODYS' },
  ])('refuse what is none of one’s own: %j', async (fields) => {
    const headers = { cookie: await sessionAs('affiliate') };
    expect((await postForm(port, '/affiliate-centre/tools', fields, headers)).status).toBe(404);
  });

  it('lead nowhere else by short link, and give out no QR code of another’s', async () => {
    const headers = { cookie: await sessionAs('affiliate') };
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
    expect((await ask(port, picture, { headers })).headers['content-type']).toBe('image/svg+xml');
    const other = { cookie: await sessionAs('reseller') };
    for (const path of [picture, '/affiliate-centre/qr/x', '/affiliate-centre/qr/unknown.svg'])
      expect((await ask(port, path, { headers: other })).status, path).toBe(404);
  });

  it('are at most four queries away from their pages', async () => {
    const headers = { cookie: await sessionAs('affiliate') };
    for (const path of ['', '/tools', '/stats', '/support', '/keys', '/commissions']) {
      // The first brings the session up to date.
      const { status, headers: told } = await ask(port, `/affiliate-centre${path}`, { headers });
      expect(status, path).toBe(200);
      const queries = Number(/db;desc="(\d+)"/.exec(String(told['server-timing']))?.[1]);
      expect(queries, path).toBeLessThanOrEqual(4);
    }
    expect((await ask(port, '/affiliate-centre/commissions/unknown', { headers })).status).toBe(404);
  });
});
