import { expect, it } from 'vitest';
import { keepTypedEmail, readTypedEmail } from '#app/routes/auth/typed-email.server.ts';
import { typedEmailCookie } from '#app/routes/http/cookies.server.ts';

const form = (email: string) => {
  const data = new FormData();
  data.set('email', email);
  return data;
};
const requestWith = (cookie: string) =>
  new Request('http://localhost/login', { headers: { Cookie: cookie } });

/** The cookie that an answer to a form with this address sets. */
const cookieFor = async (email: string) =>
  (await keepTypedEmail(form(email), new Response())).headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';

it('the address typed into a form comes back to the next one, and can be read in no cookie', async () => {
  const email = 'somebody@typed.example';
  const cookie = await cookieFor(email);
  expect(await readTypedEmail(requestWith(cookie))).toBe(email);
  const value = String(typedEmailCookie().parse(cookie));
  for (const encoding of ['utf8', 'base64', 'base64url', 'hex'] as const)
    expect(Buffer.from(value, encoding).toString('latin1')).not.toContain('typed.example');
  expect(decodeURIComponent(cookie)).not.toContain('typed.example');
  // Encrypted anew each time: equal addresses cannot be seen to be equal.
  expect(await cookieFor(email)).not.toBe(cookie);
});

it('what was not encrypted by the site, or is cut off, is no address', async () => {
  const plain = typedEmailCookie().serialize('old@typed.example').split(';', 1)[0] ?? '';
  expect(await readTypedEmail(requestWith(plain))).toBe('');
  const sealed = String(typedEmailCookie().parse(await cookieFor('somebody@typed.example')));
  const cut = typedEmailCookie().serialize(sealed.slice(0, 20)).split(';', 1)[0] ?? '';
  expect(await readTypedEmail(requestWith(cut))).toBe('');
  expect(await readTypedEmail(new Request('http://localhost/login'))).toBe('');
});
