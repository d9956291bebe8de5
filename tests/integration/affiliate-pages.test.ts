import { beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '#app/domain/core/access/viewer.ts';
import { ask, cookieOf, port, postForm, sessionOf, withDemoSite } from '#tests/integration/running-site.ts';

withDemoSite();

const signIn = async (role: Role) => ({ cookie: await sessionOf(role) });

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
  '/marketing-materials/brochure/brochure.pdf',
  '/marketing-materials/banner-set/banner-set.zip',
];

describe('who may come', () => {
  it.each(pages)('visitors are sent to sign in: %s', async (path) => {
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
    for (const path of pages) {
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

describe('the commissions of somebody who has sold nothing yet', () => {
  const list = '/affiliate-centre/commissions';
  const invitation = 'Your first sale shows here';
  const nothing = 'No rows of this kind.';
  let headers: { cookie: string };

  beforeAll(async () => {
    headers = await signIn('reseller');
  });

  it('lead to the links, on the front and in the list', async () => {
    for (const path of ['/affiliate-centre', list, `${list}?what=all`, `${list}?what=%00`]) {
      const { text } = await ask(port, path, { headers });
      expect(text, path).toContain(invitation);
      expect(text, path).toMatch(/<a [^>]*href="\/affiliate-centre\/tools"[^>]*>Get your links/);
      expect(text, path).not.toContain(nothing);
    }
  });

  it('say of a kind that there is none, and lead back from behind the last row', async () => {
    for (const what of ['earned', 'changed', 'nothing', 'payouts']) {
      const { text } = await ask(port, `${list}?what=${what}`, { headers });
      expect(text, what).toContain(nothing);
      expect(text, what).not.toContain(invitation);
      expect(text, what).not.toContain('aria-label="Pages"');
    }
    const cursor = '0000000000000-00000000-0000-4000-8000-000000000000';
    const { text: before } = await ask(port, `${list}?before=${cursor}`, { headers });
    expect(before).toContain(nothing);
    const { text } = await ask(port, `${list}?what=all&after=${cursor}`, { headers });
    expect(text).toContain(nothing);
    expect(text).toMatch(/<a [^>]*href="\/affiliate-centre\/commissions\?what=all"[^>]*>First</);
    expect(text).not.toContain(invitation);
  });

  it('have no statements by month', async () => {
    const { text } = await ask(port, '/affiliate-centre/payouts', { headers });
    expect(text).toContain('No payouts yet');
    expect(text).not.toContain('Statements by month');
  });

  it('keep the display that their reader chooses in this browser', async () => {
    const path = '/affiliate-centre/list-display';
    const list = '/affiliate-centre/commissions?what=earned';
    const fields = { list: 'commissions', density: 'compact', back: list, show_1: 'on' };
    let { cookie } = headers;
    const save = async (values: Record<string, string>) => {
      const saved = await postForm(port, path, values, { cookie });
      cookie = `${headers.cookie}; ${cookieOf(saved, 'lists')}`;
      return saved.headers.location;
    };
    const choices = async () => {
      const { text } = await ask(port, list, { headers: { cookie } });
      return [...text.matchAll(/<input [^>]*name="(?:density|show_\d)"[^>]*>/g)]
        .filter(([input]) => input.includes('checked'))
        .map(([input]) => /(?:value|name)="(compact|comfortable|show_\d)"/.exec(input)?.[1]);
    };
    expect(await choices()).toEqual(['comfortable', 'show_0', 'show_1']);
    expect(await save(fields)).toBe(list);
    expect(await choices()).toEqual(['compact', 'show_1']);
    // The columns of another list are its own; how dense they are goes for all.
    const other = { list: 'own-payouts', density: 'comfortable', back: '//elsewhere.example' };
    expect(await save(other)).toBe('/affiliate-centre');
    expect(await choices()).toEqual(['comfortable', 'show_1']);
    for (const odd of [{ list: 'users' }, { density: 'x' }, { list: '' }])
      expect((await postForm(port, path, { ...fields, ...odd }, headers)).status).toBe(400);
  });
});

describe('the short links of somebody who has more than a page of them', () => {
  const tools = '/affiliate-centre/tools';

  it('lead on and back, to the list itself, and keep what the generator above was asked', async () => {
    const headers = await signIn('reseller');
    for (let count = 0; count < 11; count += 1)
      await postForm(port, tools, { intent: 'shorten', destination: `/pricing?n=${count}` }, headers);
    const asked = `${tools}?destination=%2Fdemo`;
    const open = async (path: string) => {
      const { text } = await ask(port, path, { headers });
      const [, nav = ''] = /<nav aria-label="Pages"[^>]*>(.*?)<\/nav>/.exec(text) ?? [];
      const links = [...nav.matchAll(/href="([^"]*)"[^>]*>(\w+)</g)].map(
        ([, to = '', words = '']) => [words, to.replaceAll('&amp;', '&')] as const,
      );
      const shown = [...text.matchAll(/\/pricing\?n=(\d+)<\/a>/g)].map(([, n]) => Number(n));
      return { ways: Object.fromEntries(links), shown, text };
    };
    const first = await open(asked);
    expect(first.shown).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(Object.keys(first.ways)).toEqual(['Next']);
    const second = await open(first.ways.Next ?? '');
    expect(second.shown).toEqual([0]);
    expect(second.ways).toMatchObject({
      First: `${asked}#short-links`,
      Previous: expect.stringMatching(/^[^#]+\?destination=%2Fdemo&before=[^#]+#short-links$/),
    });
    expect((await open(second.ways.Previous ?? '')).shown).toEqual(first.shown);
    // Behind the last row there is nothing to say that there is none.
    const behind = await open(`${tools}?after=00000000-0000-4000-8000-000000000000`);
    expect(behind.shown).toEqual([]);
    expect(Object.keys(behind.ways)).toContain('First');
    expect(behind.text).not.toContain('None yet.');
    const one = await open(`${tools}?q=N%3D7`);
    expect(one.shown).toEqual([7]);
    expect(one.text.replaceAll('<!-- -->', '')).toContain('1 link, 0 clicks');
    expect((await open(`${tools}?q=elsewhere`)).text).toContain('No links match these words.');
    expect((await open(`${tools}?q=%00`)).shown).toHaveLength(10);
    for (const odd of ['x', '', '%00']) expect((await open(`${tools}?before=${odd}`)).shown).toHaveLength(10);

    const archive = async (path: string, odd = '') => {
      const form = /<form [^>]*?action="([^"]*)"[^>]*><input type="hidden" name="code" value="([^"]*)"/;
      const [, to = '', code = ''] = form.exec((await open(path)).text) ?? [];
      const answer = await postForm(
        port,
        odd || to.replaceAll('&amp;', '&'),
        { intent: 'archive', code },
        headers,
      );
      return [answer.status, answer.headers.location];
    };
    // One comes back to the page one was on, or to the one before where there is none any more.
    expect(await archive(first.ways.Next ?? '')).toEqual([303, second.ways.Previous]);
    for (let count = 11; count < 14; count += 1)
      await postForm(port, tools, { intent: 'shorten', destination: `/pricing?n=${count}` }, headers);
    const later = (await open(asked)).ways.Next ?? '';
    expect((await open(later)).shown).toEqual([3, 2, 1]);
    expect(await archive(later)).toEqual([303, later]);
    expect((await open(later)).shown).toEqual([2, 1]);
    // Never elsewhere, whatever the form was sent to.
    expect(await archive(tools, `${tools}?after=//elsewhere.example`)).toEqual([
      303,
      `${tools}?after=%2F%2Felsewhere.example#short-links`,
    ]);
  });
});

describe('a download', () => {
  it.each([
    ['banner-set/banner-set.zip', 'application/zip'],
    ['banner-set/banner-leaderboard-728x90.svg', 'image/svg+xml; charset=utf-8'],
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
      'cache-control': 'private, no-store, no-transform',
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
