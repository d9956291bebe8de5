import { createCookie } from 'react-router';
import { afterAll, describe, expect, it, vi } from 'vitest';

const secret = 'a-secret-for-tests-of-more-than-32-characters';
vi.stubEnv('DATABASE_URL', 'postgresql://no-database-is-needed');
vi.stubEnv('NODE_ENV', 'test');
vi.stubEnv('SESSION_SECRET', secret);
vi.resetModules();
const { signedCookie } = await import('#app/routes/http/signed-cookie.server.ts');
afterAll(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

const options = { purpose: 'cookie session', maxAge: 3600, secure: false } as const;
const ours = signedCookie('session', options);
/** What signed the cookies of earlier releases. */
const theirs = createCookie('session', {
  httpOnly: true,
  sameSite: 'lax',
  path: '/',
  secure: false,
  secrets: [secret],
  maxAge: 3600,
});

const values = [
  'token-of_a.session',
  'é "quoted" 漢字 🙂',
  { kind: 'error', message: 'Ünïcode; and=signs' },
  7,
  null,
  true,
  '',
];

/** What a browser sends back. */
const sent = (setCookie: string) => setCookie.split(';', 1)[0] ?? '';

describe('a signed cookie', () => {
  /** Without the signature, the last 43 characters as they are encoded in an address. */
  const unsigned = (setCookie: string) => setCookie.replace(/\.(?:[^;.%]|%2[BF])+(?=;)/, '.');

  it.each(values)('has the form that react-router gives it, under another key: %j', async (value) => {
    expect(unsigned(ours.serialize(value))).toBe(unsigned(await theirs.serialize(value)));
    expect(ours.serialize(value, { maxAge: 0 }).replace(/=[^;]*/, '')).toBe(
      (await theirs.serialize(value, { maxAge: 0 })).replace(/=[^;]*/, ''),
    );
  });

  it.each(values.filter((value) => value !== ''))(
    'is read, also where an earlier release signed it: %j',
    async (value) => {
      expect(ours.parse(sent(ours.serialize(value)))).toEqual(value);
      expect(ours.parse(sent(await theirs.serialize(value)))).toEqual(value);
      expect(await theirs.parse(sent(ours.serialize(value)))).toBeNull();
    },
  );

  it('is nothing under the name of another cookie', async () => {
    const cookies = (['session', 'trust', 'typed-email', 'referral', 'device', 'view-as'] as const).map(
      (name) => signedCookie(name, { ...options, purpose: `cookie ${name}` }),
    );
    for (const one of cookies)
      for (const other of cookies) {
        const renamed = sent(one.serialize('mine')).replace(one.name, other.name);
        expect([one.name, other.name, other.parse(renamed)]).toEqual([
          one.name,
          other.name,
          one === other ? 'mine' : null,
        ]);
      }
    // Earlier releases signed no name: what they signed is refused where it could have been planted.
    const planted = sent(await createCookie('typed-email', { secrets: [secret] }).serialize('P'));
    const trust = signedCookie('trust', { ...options, purpose: 'cookie trust' });
    expect(trust.parse(planted.replace('typed-email', 'trust'))).toBeNull();
  });

  it('is found among others, wherever it stands', () => {
    const cookie = sent(ours.serialize('mine'));
    for (const header of [
      cookie,
      `a=b; ${cookie}`,
      `${cookie};a=b`,
      `x; =y; sessions=z;\t${cookie.replace('=', ' = ')} ; session=late`,
    ])
      expect(ours.parse(header)).toBe('mine');
  });

  it('is nothing when it was changed, signed with another secret, or never signed', () => {
    const good = sent(ours.serialize('mine'));
    const other = sent(signedCookie('session', { ...options, purpose: 'cookie flash' }).serialize('mine'));
    const [text = '', signature = ''] = good.slice('session='.length).split('.');
    for (const header of [
      null,
      '',
      'session',
      'session=',
      'session=x',
      'session=.',
      'session=%',
      'session=%ff.x',
      other,
      `session=${text}`,
      `session=${text}.`,
      `session=.${signature}`,
      `session=${text}A.${signature}`,
      `session=${text}.${signature.slice(0, -2)}`,
      `session=${text}.${signature}${signature}`,
      `Session=${text}.${signature}`,
    ])
      expect([header, ours.parse(header)]).toEqual([header, null]);
  });

  it('leaves browsers on a secure site in no doubt', () => {
    expect(signedCookie('__Host-session', { ...options, secure: true }).serialize('x')).toMatch(
      /^__Host-session=[^;]+; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });
});
