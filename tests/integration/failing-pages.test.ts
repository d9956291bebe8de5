import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

let port: number;
let site: Start;
let database: pg.Client;
let cookie: string;

beforeAll(async () => {
  await buildSite();
  const url = await newDemoDatabase('test_failing_pages');
  port = await freePort();
  site = startSite({
    DEMO: 'true',
    NODE_ENV: 'production',
    LOG_LEVEL: 'silent',
    PORT: String(port),
    DATABASE_URL: url,
  });
  await site.ready;
  cookie = await sessionOf('affiliate', port);
  database = new pg.Client({ connectionString: url });
  await database.connect();
  // The banner about it is part of the members' frame.
  await database.query("UPDATE users SET email_verified_at = NULL WHERE email = 'affiliate@example.com'");
});

afterAll(async () => {
  await database?.end();
  await site?.stop();
});

const headerOf = (html: string) => /<header\b[\s\S]*?<\/header>/.exec(html)?.[0] ?? '';
const titlesOf = (html: string) =>
  [...html.matchAll(/<title\b[^>]*>([^<]*)<\/title>/g)].map(([, text]) => text);

describe('a page whose loader fails keeps the frame of its area', () => {
  // Each needs this table and shares it with nothing of the frame.
  it.each([
    { area: 'member', path: '/courses', table: 'user_progress' },
    { area: 'library', path: '/email-course', table: 'email_course_subscriptions' },
    { area: 'affiliate', path: '/affiliate-centre/training', table: 'affiliate_lesson_completions' },
    { area: 'what is read with the viewer', path: '/affiliate-centre/stats', table: 'referral_days' },
    { area: 'what is read with the viewer', path: '/dashboard', table: 'user_progress' },
  ])('$area: $path', async ({ path, table }) => {
    expect((await ask(port, path, { headers: { cookie } })).status).toBe(200);
    await database.query(`ALTER TABLE ${table} RENAME TO gone`);
    const { status, text, headers } = await ask(port, path, { headers: { cookie } });
    await database.query(`ALTER TABLE gone RENAME TO ${table}`);
    expect(status).toBe(500);
    expect(headerOf(text)).toContain('AFFILIATE');
    expect(headerOf(text)).toContain('Affiliates &amp; Resellers');
    expect(text).toContain('aria-label="Email verification"');
    expect(text).toContain('<h1 tabindex="-1" class="wrap-anywhere">Something went wrong');
    expect(text).toContain(String(headers['x-request-id']));
    expect(titlesOf(text)).toEqual(['Something went wrong: Unexpected Server Error. | Marketing Academy']);
  });

  it('and one that does not need what cannot be read is shown', async () => {
    const member = await sessionOf('member', port);
    await database.query('ALTER TABLE referral_days RENAME TO gone');
    const { status, text } = await ask(port, '/affiliate-centre', { headers: { cookie: member } });
    await database.query('ALTER TABLE gone RENAME TO referral_days');
    expect(status).toBe(200);
    expect(text).toContain('Join the affiliate programme');
  });

  it('public: /search', async () => {
    await database.query('ALTER TABLE search_documents RENAME TO gone');
    const { status, text } = await ask(port, '/search?q=email');
    await database.query('ALTER TABLE gone RENAME TO search_documents');
    expect(status).toBe(500);
    expect(headerOf(text)).toContain('Member Sign In');
    expect(titlesOf(text)).toHaveLength(1);
  });

  it('public: a form that no page takes', async () => {
    const { status, text } = await postForm(port, '/pricing', {});
    expect(status).toBe(405);
    // The framework names its files, for programmers.
    expect(text).toContain('This page takes no forms');
    expect(text).not.toContain('did not provide an');
    expect(headerOf(text)).toContain('Member Sign In');
    expect(titlesOf(text)).toHaveLength(1);
  });
});
