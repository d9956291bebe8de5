import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadSettings } from '#app/domain/core/site-settings/current.server.ts';
import { defaultSettings } from '#app/domain/core/site-settings/schema.ts';
import { databasePool, prisma } from '#app/platform/database/client.server.ts';
import { log } from '#app/platform/log.server.ts';
import {
  call,
  comeFrom,
  doMailJobs,
  mailedTo,
  newApp,
  withAuthApi,
} from '#tests/integration/auth-api-site.ts';
import { knownPassword, mailsTo, newEmail, newUser } from '#tests/integration/people.ts';
import { codeNow, newGuarded } from '#tests/integration/second-factors.ts';

withAuthApi();

const password = 'correct-horse-9';

afterEach(async () => {
  vi.restoreAllMocks();
  await prisma().siteSetting.deleteMany();
  await loadSettings();
});

/** An account made long ago: a sign-up a moment after another is the second press of a button. */
async function oldAccount(isVerified = true): Promise<string> {
  const { email } = await newUser();
  await prisma().user.update({
    where: { email },
    data: { createdAt: new Date('2026-01-01'), ...(isVerified ? {} : { emailVerifiedAt: null }) },
  });
  return email;
}

const requests = {
  signup: (email: string) => call('POST', '/signup', { email, password, data: { first_name: 'Ada' } }),
  otp: (email: string) => call('POST', '/otp', { email }),
  'otp of accounts alone': (email: string) => call('POST', '/otp', { email, create_user: false }),
  magiclink: (email: string) => call('POST', '/magiclink', { email }),
  recover: (email: string) => call('POST', '/recover', { email }),
  'resend of a sign-up': (email: string) => call('POST', '/resend', { email, type: 'signup' }),
  'resend of a change': (email: string) => call('POST', '/resend', { email, type: 'email_change' }),
  'sign-in': (email: string) =>
    call('POST', '/token?grant_type=password', { email, password: 'wrong-horse-1' }),
  'a code': (email: string) => call('POST', '/verify', { email, token: '000000', type: 'email' }),
};

/** The shape of an answer: names, and what they hold by its kind. */
const shapeOf = (value: unknown): unknown =>
  value && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]))
    : typeof value;

/** The statements that the site runs for a request, the job queue's own aside, in whatever order. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const add = (text: string) => {
    if (!/pgboss/.test(text)) statements.push(text.replace(/\s+/g, ' ').trim());
  };
  // On the wire: connections that are open already are looked at too. A prepared statement is parsed once, and bound by its name.
  const wire = pg.Connection.prototype as unknown as Record<
    'parse' | 'bind' | 'query',
    (...args: unknown[]) => unknown
  >;
  const { parse, bind, query } = wire;
  vi.spyOn(wire, 'parse').mockImplementation(function (this: unknown, ...args) {
    const [{ name, text }] = args as [{ name?: string; text: string }];
    if (!name) add(text);
    return Reflect.apply(parse, this, args);
  });
  vi.spyOn(wire, 'bind').mockImplementation(function (this: unknown, ...args) {
    const [{ statement }] = args as [{ statement?: string }];
    if (statement) add(`prepared ${statement}`);
    return Reflect.apply(bind, this, args);
  });
  vi.spyOn(wire, 'query').mockImplementation(function (this: unknown, ...args) {
    add(String(args[0]));
    return Reflect.apply(query, this, args);
  });
  try {
    await work();
  } finally {
    vi.restoreAllMocks();
  }
  return statements.sort();
}

const queuedJobs = async () =>
  Number((await databasePool().query('SELECT count(*) FROM pgboss.job')).rows[0].count);

describe.each(Object.entries(requests))('%s tells nobody who has an account', (_name, ask) => {
  it('neither by its words, status and headers, nor by the work it does', async () => {
    const known = await oldAccount();
    comeFrom();
    // The first of all reads what the others find in memory.
    await ask(newEmail());
    const headersOf = ({ headers }: Awaited<ReturnType<typeof ask>>) =>
      [...headers.keys()].filter((name) => name !== 'date').sort();
    comeFrom();
    const [one, other] = [await ask(known), await ask(newEmail())];
    expect([one.status, shapeOf(one.json), one.json.message, headersOf(one)]).toEqual([
      other.status,
      shapeOf(other.json),
      other.json.message,
      headersOf(other),
    ]);
    const next = await oldAccount();
    comeFrom();
    const before = await queuedJobs();
    const ofKnown = await statementsOf(() => ask(next));
    const between = await queuedJobs();
    const ofUnknown = await statementsOf(() => ask(newEmail()));
    expect(ofKnown.length).toBeGreaterThan(2);
    expect(ofKnown).toEqual(ofUnknown);
    expect(between - before).toBe((await queuedJobs()) - between);
  });
});

describe('a mailbox is not to be filled', () => {
  it.each([
    ['signup', 3, true],
    ['otp', 5, true],
    ['magiclink', 5, true],
    ['recover', 3, true],
    ['resend of a sign-up', 3, false],
  ] as const)('by %s, from however many addresses', async (name, most, isVerified) => {
    const email = await oldAccount(isVerified);
    for (let time = 0; time < 12; time += 1) {
      comeFrom();
      const { status } = await requests[name](email);
      expect([200, 429]).toContain(status);
      await doMailJobs();
      // The next one is no second press of the same button.
      await prisma().$executeRaw`
        UPDATE account_tokens SET created_at = created_at - interval '10 minutes'
        WHERE user_id = (SELECT id FROM users WHERE email = ${email})`;
    }
    const mails = await mailsTo(email);
    expect(mails.length).toBeGreaterThan(0);
    expect(mails.length).toBeLessThanOrEqual(most);
  });

  it('by nonces, of one session', async () => {
    const { email } = await newUser();
    comeFrom();
    const app = newApp();
    await app.signInWithPassword({ email, password: knownPassword });
    const codes = [];
    for (let time = 0; time < 7; time += 1) codes.push((await app.reauthenticate()).error?.code);
    expect(codes.slice(5)).toEqual(Array(2).fill('over_email_send_rate_limit'));
    expect(await mailsTo(email)).toHaveLength(5);
  });
});

describe('redirect_to', () => {
  const listed = ['https://app.example/welcome/', 'https://app.example/exact', 'my-app://callback'];
  const home = 'http://localhost:3000/';

  async function targetOf(wanted: string): Promise<string> {
    const query = new URLSearchParams({ token: 'x', type: 'signup', redirect_to: wanted });
    comeFrom();
    const target = new URL((await call('GET', `/verify?${query}`)).headers.get('location') ?? '');
    target.hash = '';
    return target.href;
  }

  async function setListed(): Promise<void> {
    const value = { ...defaultSettings.authApi, redirects: listed };
    await prisma().siteSetting.create({
      data: { section: 'authApi', value, version: 1, changedAt: new Date() },
    });
    await loadSettings();
  }

  it('leads to listed addresses, without the fragment that somebody put there', async () => {
    await setListed();
    for (const [wanted, target] of [
      ['https://app.example/welcome/', 'https://app.example/welcome/'],
      ['https://app.example/welcome/x?y=1#access_token=evil', 'https://app.example/welcome/x?y=1'],
      ['https://app.example/exact?x=1', 'https://app.example/exact?x=1'],
      ['my-app://callback', 'my-app://callback'],
      ['http://localhost:3000/dashboard', 'http://localhost:3000/dashboard'],
    ] as const)
      expect(await targetOf(wanted)).toBe(target);
  });

  it.each([
    'https://app.example/',
    'https://app.example/welcomer',
    'https://app.example/exact/more',
    'https://app.example/welcome/../other',
    'https://app.example/welcome/%2e%2e/other',
    'https://app.example/welcome/..\\other',
    'https://app.example:444/welcome/',
    'http://app.example/welcome/',
    'https://app.example.evil.example/welcome/',
    'https://app.example@evil.example/welcome/',
    'https://someone@app.example/welcome/',
    'https://app.example%2f@evil.example/welcome/',
    'https://app.example%00.evil.example/welcome/',
    'https://app.example。evil.example/welcome/',
    'https:evil.example',
    '\thttps://evil.example',
    'HTTPS://EVIL.EXAMPLE/',
    '////evil.example',
    '/\\evil.example',
    '%2f%2fevil.example',
    'my-app://other',
    'javascript://app.example/%0aalert(1)',
    'data:text/html,https://app.example/welcome/',
    `https://app.example/welcome/${'x'.repeat(3_000)}`,
  ])('leads home from %s', async (wanted) => {
    await setListed();
    expect(await targetOf(wanted)).toBe(home);
  });

  it('in the links of mails leads nowhere else either', async () => {
    await setListed();
    for (const [wanted, target] of [
      ['https://evil.example/', home],
      ['https://app.example/welcome/#x', 'https://app.example/welcome/'],
    ] as const) {
      comeFrom();
      const { email } = await newUser();
      await newApp().signInWithOtp({ email, options: { emailRedirectTo: wanted } });
      const { link } = await mailedTo(email);
      expect(new URLSearchParams(link.split('?')[1]).get('redirect_to')).toBe(target);
    }
  });
});

describe('odd bodies', () => {
  const strange = [[], {}, [''], { $gt: '' }, 1, true, '\0', '\ud800', 'x'.repeat(20_000)];

  it.each([
    ['POST', '/factors', ['factor_type', 'friendly_name', 'issuer']],
    ['POST', '/factors/ID/challenge', ['factorId']],
    ['POST', '/factors/ID/verify', ['challenge_id', 'code', 'webauthn']],
    ['DELETE', '/factors/ID', ['x']],
    ['POST', '/passkeys/registration/verify', ['challenge_id', 'credential']],
    ['POST', '/passkeys/authentication/verify', ['challenge_id', 'credential']],
    ['PATCH', '/passkeys/ID', ['friendly_name']],
    ['PUT', '/user', ['email', 'password', 'nonce', 'data', 'current_password', 'code_challenge']],
  ] as const)('have no 500 at %s %s', async (method, path, names) => {
    const { user } = await newGuarded();
    comeFrom();
    const app = newApp();
    const { data } = await app.signInWithPassword({ email: user.email, password: knownPassword });
    const id = data.session?.user.factors?.[0]?.id ?? '';
    const headers = { Authorization: `Bearer ${data.session?.access_token}` };
    for (const name of names)
      for (const value of strange) {
        const { status } = await call(method, path.replace('ID', id), { [name]: value }, headers);
        expect([name, value, status < 500 || status === 503]).toEqual([name, value, true]);
      }
  });

  it.each([
    ['POST', '/factors', { factor_type: 'totp', friendly_name: 'a\0' }],
    ['PUT', '/user', { data: { color: '\0' } }],
    ['PUT', '/user', { data: { '\0': 1 } }],
    ['PUT', '/user', { data: { color: ['\ud800'] } }],
  ])('hold no text that cannot be stored: %s %s %j', async (method, path, body) => {
    const { email } = await newUser();
    comeFrom();
    const { data } = await newApp().signInWithPassword({ email, password: knownPassword });
    const headers = { Authorization: `Bearer ${data.session?.access_token}` };
    const { status, json } = await call(method, path, body, headers);
    expect([status, json.code]).toEqual([400, 'bad_json']);
  });

  it('are nested as deep as JSON says, whatever its texts hold', async () => {
    const { email } = await newUser();
    comeFrom();
    const { data } = await newApp().signInWithPassword({ email, password: knownPassword });
    const headers = { Authorization: `Bearer ${data.session?.access_token}` };
    const put = async (bio: string) =>
      (await call('PUT', '/user', `{"data":{"bio":${bio}}}`, headers)).status;
    expect(await put(JSON.stringify(`:[ \\" ${'{['.repeat(30)}`))).toBe(200);
    expect(await put(`"\\\\",${'"x":['.repeat(1)}${'['.repeat(30)}${']'.repeat(31)}`)).toBe(400);
    expect(await put(`${'['.repeat(15)}${']'.repeat(15)}`)).toBe(200);
  });

  it('a megabyte is refused before it is read as JSON', async () => {
    comeFrom();
    const body = JSON.stringify({ email: newEmail(), password, data: { x: 'y'.repeat(1_000_000) } });
    const { status } = await call('POST', '/signup', body);
    expect(status).toBe(413);
    const smaller = await call('POST', '/signup', body.slice(0, 40_000));
    expect([smaller.status, smaller.json.code]).toEqual([413, 'request_entity_too_large']);
  });
});

describe('the log', () => {
  /** Everything that is logged while `work` runs. */
  async function linesOf(work: () => Promise<void>): Promise<string> {
    const lines: unknown[] = [];
    for (const level of ['debug', 'info', 'warn', 'error', 'fatal'] as const)
      vi.spyOn(log(), level).mockImplementation((...args: unknown[]) => void lines.push(args));
    await work();
    return JSON.stringify(lines, (_name, value) => (value instanceof Error ? value.stack : value));
  }

  it('holds no password, token, code, link or address of who uses the API', async () => {
    const { user, secret } = await newGuarded();
    const secrets: string[] = [user.email, knownPassword];
    const lines = await linesOf(async () => {
      comeFrom();
      const app = newApp();
      await app.signInWithOtp({ email: user.email });
      const { code, token, link } = await mailedTo(user.email);
      const opened = await call('GET', link);
      secrets.push(token, new URL(opened.headers.get('location') ?? '').hash.slice(1));
      await app.verifyOtp({ email: user.email, token: code, type: 'email' });
      const { data } = await app.signInWithPassword({ email: user.email, password: knownPassword });
      const factorId = data.user?.factors?.[0]?.id ?? '';
      const digits = codeNow(secret);
      const { data: raised } = await app.mfa.challengeAndVerify({ factorId, code: digits });
      const { data: refreshed } = await app.refreshSession();
      await call('POST', '/token?grant_type=refresh_token', { refresh_token: 'x'.repeat(100) });
      await call('GET', `/user?access_token=${refreshed.session?.access_token}`);
      for (const session of [data.session, raised, refreshed.session])
        secrets.push(session?.access_token ?? '', session?.refresh_token ?? '');
    });
    expect(lines).toContain('/auth/v1/token');
    for (const value of secrets) {
      expect(value).not.toBe('');
      expect(lines).not.toContain(value);
    }
  });

  it('of what nobody expected holds no message, which may quote what was sent', async () => {
    comeFrom();
    const refreshToken = 'a-token-that-somebody-has-sent';
    const lines = await linesOf(async () => {
      const pool = databasePool() as unknown as { query: (...args: unknown[]) => unknown };
      const query = pool.query.bind(pool);
      vi.spyOn(pool, 'query').mockImplementation((...args) => {
        const [{ name }] = args as [{ name?: string }];
        if (name === 'refresh token use') throw new Error(`failed with ${refreshToken}`);
        return query(...args);
      });
      const { status } = await call('POST', '/token?grant_type=refresh_token', {
        refresh_token: refreshToken,
      });
      expect(status).toBe(500);
    });
    expect(lines).toContain('unexpected error');
    expect(lines).not.toContain(refreshToken);
  });
});
