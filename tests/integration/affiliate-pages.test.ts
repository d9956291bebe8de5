import { describe, expect, it } from 'vitest';
import type { Role } from '#app/domain/accounts/viewer.ts';
import { ask, port, postForm, sessionOf, withDemoSite } from '#tests/integration/running-site.ts';

withDemoSite();

const signIn = async (role: Role) => ({ cookie: await sessionOf(role) });

const pages = [
  '/marketing-materials',
  '/affiliate-centre/tools',
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

  it('members are led to the form for joining, and everyone else comes in', { timeout: 60_000 }, async () => {
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
