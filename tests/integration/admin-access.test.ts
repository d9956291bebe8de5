import { beforeAll, describe, expect, it } from 'vitest';
import type { AdminLevel } from '#app/domain/core/access/admin-policy.ts';
import type { Role } from '#app/domain/core/access/viewer.ts';
import { demoAccounts } from '#app/domain/people/accounts/demo-accounts.server.ts';
import { routePaths } from '#tests/fuzz/route-paths.ts';
import { adminDoors, levels } from '#tests/integration/admin-doors.ts';
import { inDemoDatabase } from '#tests/integration/demo-database.ts';
import {
  ask,
  cookieOf,
  get,
  port,
  postForm,
  sessionOf,
  withDemoSite,
} from '#tests/integration/running-site.ts';

withDemoSite({ TRUST_PROXY: 'true' });

const deletedId = '0199f3a1-0000-7000-8000-00000000000b';
const unknownId = '0199f3a1-0000-7000-8000-00000000000a';

const parameters: Record<string, string> = {
  template: 'verify-email',
  provider: 'stripe',
  eventId: 'evt_unknown',
  form: 'csv',
  userId: unknownId,
  paymentId: unknownId,
  // What owners alone change, the command refuses: site-settings.test.ts.
  section: 'announcement',
};

const addressOf = (pattern: string) =>
  pattern.replace(/:(\w+)/g, (_, name: string) => parameters[name] ?? 'unknown');

const patterns = routePaths().filter(
  (path) => path === '/admin' || (path.startsWith('/admin/') && !path.includes('*')),
);

/** Every admin by level, everybody else by role. */
const sessions = new Map<AdminLevel | Role, string>();

beforeAll(async () => {
  for (const { role } of demoAccounts) if (role !== 'admin') sessions.set(role, await sessionOf(role));
  const admin = demoAccounts.find(({ role }) => role === 'admin');
  for (const level of levels) {
    const email = `${level}@example.com`;
    await inDemoDatabase(
      `INSERT INTO users (id, email, username, name, password_hash, role, assigned_role, admin_level, email_verified_at, updated_at)
       SELECT gen_random_uuid(), $1::text, $2::text, $2::text, password_hash, 'admin', 'admin', $2::text::admin_level, now(), now()
       FROM users WHERE email = $3`,
      [email, level, admin?.email],
    );
    const answer = await postForm(port, '/login', { email, password: admin?.password ?? '' });
    sessions.set(level, cookieOf(answer, 'session'));
  }
});

const isDenied = (text: string) =>
  text.includes('Access Denied') && text.includes('You do not have admin privileges to access this page.');

const send = (method: 'GET' | 'POST', path: string, cookie?: string) =>
  method === 'GET' ? get(path, cookie ? { cookie } : {}) : postForm(port, path, {}, cookie ? { cookie } : {});

describe.each(patterns)('%s', (pattern) => {
  const path = addressOf(pattern);

  it.each(['GET', 'POST'] as const)('lets those in who may: %s', async (method) => {
    const allowed = adminDoors[pattern]?.[method] ?? [];
    for (const level of levels) {
      const { status, text } = await send(method, path, sessions.get(level));
      const mayRead = adminDoors[pattern]?.GET.includes(level) ?? false;
      expect(status, `${method} ${path} for ${level}`).toBeLessThan(500);
      // A page without forms takes none, whoever sends it: who may read it is told so (405), others are refused.
      if (method === 'POST' && allowed.length === 0) expect([403, 404, 405], level).toContain(status);
      else expect(isDenied(text), `${method} ${path} for ${level}`).toBe(!allowed.includes(level));
      if (isDenied(text)) expect(status).toBe(403);
      if (!mayRead && method === 'GET') expect(status).toBe(403);
    }
  });

  it.each(['GET', 'POST'] as const)('refuses whoever is no admin: %s', async (method) => {
    for (const role of ['member', 'affiliate', 'reseller', 'pro_reseller'] as const) {
      const { status, text } = await send(method, path, sessions.get(role));
      expect(status, role).toBe(403);
      expect(isDenied(text), role).toBe(true);
    }
  });

  it.each(['GET', 'POST'] as const)('leads a visitor to the sign-in: %s', async (method) => {
    const { status, headers } = await send(method, path);
    expect(status).toBe(303);
    expect(headers.location).toMatch(/^\/login(\?|$)/);
  });
});

describe('access denied (P80)', () => {
  it('says so in the words given, with a way back', async () => {
    const cookie = sessions.get('member') ?? '';
    const { text } = await get('/admin', { cookie, referer: `http://127.0.0.1:${port}/courses?topic=ai` });
    expect(text).toMatch(/<h1[^>]*>Access Denied<\/h1>/);
    expect(text).toMatch(/<a[^>]*href="\/courses\?topic=ai"[^>]*>Go Back<\/a>/);
    const elsewhere = await get('/admin', { cookie, referer: 'https://evil.example/x' });
    expect(elsewhere.text).toMatch(/<a[^>]*href="\/dashboard"[^>]*>Go Back<\/a>/);
    expect(elsewhere.text).not.toContain('evil.example');
  });

  it('keeps the frame of who is signed in, and does not ask them to sign in', async () => {
    const { text } = await get('/admin', { cookie: sessions.get('member') ?? '' });
    expect(text).toContain('<title>Access Denied | Marketing Academy</title>');
    expect(text).toContain('Video Courses');
    expect(text).not.toContain('Member Sign In');
  });

  it('tells nobody else’s data to a program that asks for the page’s', async () => {
    const answer = await get('/admin.data', { cookie: sessions.get('member') ?? '' });
    expect(answer.text).not.toContain('"users"');
    expect(answer.text).not.toContain('revenueByMonth');
  });

  it('an unknown address of the admin area leads to its first page', async () => {
    const answer = await get('/admin/nothing', { cookie: sessions.get('owner') ?? '' });
    expect([answer.status, answer.headers.location]).toEqual([303, '/admin']);
  });

  it('has nothing float over its rows, as the assistant does elsewhere', async () => {
    const cookie = sessions.get('owner') ?? '';
    expect((await get('/dashboard', { cookie })).text).toContain('assistant-toggle');
    for (const path of ['/admin', '/admin/users', '/admin/settings'])
      expect((await get(path, { cookie })).text, path).not.toContain('assistant-toggle');
  });

  it('calls whose account was deleted so, and asks nobody to verify them', async () => {
    const email = 'deleted-0123456789abcdef@invalid';
    await inDemoDatabase(
      `INSERT INTO users (id, email, username, name, status, updated_at)
       VALUES ($1, $2, 'deleted-0123456789abcdef', '', 'inactive', now())`,
      [deletedId, email],
    );
    const cookie = sessions.get('owner') ?? '';
    for (const path of [`/admin/users?q=${encodeURIComponent(email)}`, `/admin/users/${deletedId}`]) {
      const { text } = await get(path, { cookie });
      expect(text, path).toContain('Deleted user');
      expect(text, path).not.toMatch(/No name|unverified|not verified|Send verification/);
    }
  });

  it('shows the way in to admins alone', async () => {
    const link = 'href="/admin"';
    expect((await get('/dashboard', { cookie: sessions.get('owner') ?? '' })).text).toContain(link);
    expect((await get('/dashboard', { cookie: sessions.get('member') ?? '' })).text).not.toContain(link);
  });
});

describe('viewing the site as a member', () => {
  const sessionOfView = async (level: AdminLevel, userId: string) => {
    const cookie = sessions.get(level) ?? '';
    const answer = await postForm(port, `/admin/users/${userId}/view`, {}, { cookie });
    return { answer, cookie: answer.status === 303 ? `${cookie}; ${cookieOf(answer, 'view-as')}` : cookie };
  };
  const idOf = async (email: string) =>
    String((await inDemoDatabase('SELECT id FROM users WHERE email = $1', [email])).rows[0]?.id);

  it('shows it as they see it, with a banner, and changes nothing', async () => {
    const id = await idOf('member@example.com');
    const { answer, cookie } = await sessionOfView('support', id);
    expect([answer.status, answer.headers.location]).toEqual([303, '/dashboard']);
    const page = await get('/dashboard', { cookie });
    expect(page.status).toBe(200);
    expect(page.text).toContain('You see the site as <strong><bdi>Demo Member</bdi></strong> does.');
    expect(page.text).toContain('MEMBER');
    // What the page tells of its reader is read together with who asks, which is the admin.
    await inDemoDatabase(
      `INSERT INTO user_module_completion (user_id, course_id, module_id) VALUES ($1, 'seo', 1) ON CONFLICT DO NOTHING`,
      [id],
    );
    await inDemoDatabase(
      `INSERT INTO user_progress (user_id, course_id, status) VALUES ($1, 'seo', 'in_progress') ON CONFLICT DO NOTHING`,
      [id],
    );
    const [seen, own] = await Promise.all(
      [cookie, sessions.get('support') ?? ''].map((asker) => get('/courses/seo', { cookie: asker })),
    );
    expect(seen?.text).not.toContain('No progress yet');
    expect(own?.text).toContain('No progress yet');
    for (const path of [
      '/profile',
      '/logout',
      '/courses/seo/complete',
      '/create-payment-intent',
      '/admin/users',
    ])
      expect((await postForm(port, path, { name: 'Changed' }, { cookie })).status, path).toBe(403);
    for (const path of [
      '/checkout',
      '/checkout/paypal/return?token=x',
      '/profile/security',
      '/change-password',
      '/admin',
    ])
      expect((await get(path, { cookie })).status, path).toBe(403);
    // The page's data for scripts is closed likewise.
    expect((await get('/profile/security.data', { cookie })).text).not.toContain('authenticatorSince');
    const ended = await postForm(port, '/view-as/end', {}, { cookie });
    expect([ended.status, ended.headers.location]).toEqual([303, `/admin/users/${id}`]);
    const logged = await inDemoDatabase(
      'SELECT action FROM audit_log WHERE subject_id = $1 ORDER BY created_at, id',
      [id],
    );
    expect(logged.rows.map(({ action }) => action)).toEqual(['view_begun', 'view_ended']);
  });

  it('is never for admins, nor for whoever brings the cookie on another session', async () => {
    expect((await sessionOfView('owner', await idOf('admin@example.com'))).answer.status).toBe(409);
    const { cookie } = await sessionOfView('owner', await idOf('member@example.com'));
    const view = cookie.split('; ')[1] ?? '';
    for (const role of ['affiliate', 'manager'] as const) {
      const page = await get('/dashboard', { cookie: `${sessions.get(role)}; ${view}` });
      expect(page.text).not.toContain('You see the site as');
    }
  });
});

it('who is no admin any more is refused at once', async () => {
  const cookie = sessions.get('support') ?? '';
  expect((await get('/admin', { cookie })).status).toBe(200);
  await inDemoDatabase(
    `UPDATE users SET role = 'member', assigned_role = 'member' WHERE email = 'support@example.com'`,
  );
  expect((await get('/admin', { cookie })).status).toBe(403);
  await inDemoDatabase(
    `UPDATE users SET role = 'admin', assigned_role = 'admin' WHERE email = 'support@example.com'`,
  );
});

it('takes odd addresses without failing', async () => {
  const cookie = sessions.get('owner') ?? '';
  for (const path of [
    '/admin/audit?after=x&by=1&about=%00&from=2026-99-99',
    '/admin/audit?after=9999999999999-0199f3a1-0000-7000-8000-00000000000a',
    '/admin/webhooks?after=9999999999999-%00',
    '/admin/webhooks/stripe/%00',
    '/admin/webhooks/nobody/x',
    '/admin/mail?to=%00&status=nothing&after=1',
    '/admin/mail/templates/toString',
    '/admin/audit/export/exe',
    '/admin/analytics?from=%00&to=9999-99-99&currency=%00',
    '/admin/analytics/retention?from=0001-01-01&to=275760-09-13&currency=__proto__',
    '/admin/analytics/affiliates?sort=__proto__&from=2026-01-01',
    '/admin/analytics/files/constructor.csv',
    '/admin/analytics/files/revenue.csv?range=%F0',
  ]) {
    const { status } = await ask(port, path, { headers: { cookie } });
    expect(status, path).toBeLessThan(500);
  }
});
