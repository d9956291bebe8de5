import { createCookie } from 'react-router';
import { describe, expect, it } from 'vitest';
import { signedCookie } from '#app/routes/http/signed-cookie.server.ts';

const secret = 'a-secret-for-tests-of-more-than-32-characters';
const options = { secret, maxAge: 3600, secure: false };
const ours = signedCookie('session', options);
/** What signed the cookies that browsers hold since before. */
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
  it.each(values)('is the one that react-router would make: %j', async (value) => {
    expect(ours.serialize(value)).toBe(await theirs.serialize(value));
    expect(ours.serialize(value, { maxAge: 0 })).toBe(await theirs.serialize(value, { maxAge: 0 }));
  });

  it.each(values.filter((value) => value !== ''))('is read whoever signed it: %j', async (value) => {
    expect(ours.parse(sent(await theirs.serialize(value)))).toEqual(value);
    expect(await theirs.parse(sent(ours.serialize(value)))).toEqual(value);
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
    const other = sent(signedCookie('session', { ...options, secret: `${secret}!` }).serialize('mine'));
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
