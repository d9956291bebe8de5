import { describe, expect, it } from 'vitest';
import { inDemoDatabase } from '#tests/integration/demo-database.ts';
import { ask, get, port, sessionOf, withDemoSite } from '#tests/integration/running-site.ts';

withDemoSite({
  REPORT_QUERY_COUNT: 'true',
  OIDC_PROVIDERS: 'acme',
  OIDC_ACME_NAME: 'Acme',
  OIDC_ACME_ISSUER: 'https://login.acme.example',
  OIDC_ACME_CLIENT_ID: 'academy',
  OIDC_ACME_CLIENT_SECRET: 'the-secret-of-acme',
});

const path = '/admin/settings/authApi/status';
const open = async () => ask(port, path, { headers: { cookie: await sessionOf('admin') } });

/** What a page says between its tags. */
const wordsOf = (html: string) =>
  html
    .replace(/<(?:script|style)[\s\S]*?<\/(?:script|style)>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

describe('the page about the auth API', () => {
  it('says that there is no key before anybody uses the API', async () => {
    const page = await open();
    expect(page.status).toBe(200);
    expect(wordsOf(page.text)).toContain('No keys yet');
  });

  it('shows keys, sessions, sites and providers in three queries, and no secret', async () => {
    const { text: published } = await ask(port, '/auth/v1/.well-known/jwks.json');
    const [key] = (JSON.parse(published) as { keys: { kid: string }[] }).keys;
    await inDemoDatabase(
      `INSERT INTO sessions (id, token_hash, user_id, kind, expires_at)
       SELECT gen_random_uuid(), sha256(n::text::bytea), u.id, 'api', now() + n * interval '1 day'
       FROM (SELECT id FROM users ORDER BY created_at, id LIMIT 1) u, generate_series(-1, 3) n`,
    );
    const { rows } = await inDemoDatabase(
      `SELECT encode(sealed_private_key, 'base64') AS key FROM auth_signing_keys`,
    );
    const sealed = String(rows[0]?.key);
    const page = await open();
    expect(page.headers['server-timing']).toMatch(/desc="[0-3]"/);
    const words = wordsOf(page.text);
    for (const part of [
      key?.kid,
      'Signs tokens',
      'Less than a day',
      'The next key is made after',
      // Two of the five have ended.
      'App sessions 3',
      'Accounts with an app session 1',
      'Acme https://login.acme.example acme',
      'None. Apps outside of browsers may.',
    ])
      expect(words).toContain(part);
    expect(page.text).not.toContain('the-secret-of-acme');
    expect(page.text).not.toContain(sealed.slice(0, 30));
  });

  it('is linked from the settings', async () => {
    const cookie = await sessionOf('admin');
    expect((await get('/admin/settings', { cookie })).text).toContain(`href="${path}"`);
  });

  it('is for admins who may read settings', async () => {
    const page = await ask(port, path, { headers: { cookie: await sessionOf('member') } });
    expect(page.status).toBe(403);
  });
});

describe('the audit log', () => {
  it('says with which key a program did something', async () => {
    await inDemoDatabase(
      `WITH key AS (
         INSERT INTO devops_keys (id, name, permissions, token_hash, hint, created_at)
         VALUES (gen_random_uuid(), 'The CRM', '{accounts:manage}', sha256('x'), 'abcd', now()) RETURNING id)
       INSERT INTO audit_log (id, action, key_id, subject_type, subject_id, created_at)
       SELECT gen_random_uuid(), 'user_added', key.id, 'user', u.id, now()
       FROM key, (SELECT id FROM users ORDER BY created_at, id LIMIT 1) u`,
    );
    const { text } = await get('/admin/audit?action=user_added', { cookie: await sessionOf('admin') });
    expect(wordsOf(text)).toMatch(/User added Key The CRM/);
    expect(wordsOf(text)).not.toContain('Command line');
  });
});
