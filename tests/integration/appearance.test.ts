import { beforeAll, expect, it } from 'vitest';
import { cookieOf, get, port, postForm, sessionOf, withDemoSite } from '#tests/integration/running-site.ts';

withDemoSite();

const path = '/profile/appearance';
const root = (html: string) => /<html[^>]*>/.exec(html)?.[0];

let session: string;

beforeAll(async () => {
  session = await sessionOf('member');
});

it('keeps the colors that somebody chose in their browser, on every page', async () => {
  expect(root((await get('/dashboard', { cookie: session })).text)).toBe('<html lang="en">');
  const saved = await postForm(port, path, { theme: 'dark' }, { cookie: session });
  expect(saved.status).toBe(303);
  const theme = cookieOf(saved, 'theme');
  for (const page of [path, '/dashboard', '/community'])
    expect(root((await get(page, { cookie: `${session}; ${theme}` })).text), page).toContain(
      'data-theme="dark"',
    );
  // A page that all visitors share is not the one that this browser gets, and is not replaced by it.
  expect(root((await get('/pricing', { cookie: theme })).text)).toContain('data-theme="dark"');
  expect(root((await get('/pricing')).text)).toBe('<html lang="en">');
  const back = await postForm(port, path, { theme: 'system' }, { cookie: `${session}; ${theme}` });
  expect(back.headers['set-cookie']?.join('\n')).toMatch(/theme=[^;]*; Max-Age=0/);
});

it('takes no other theme, and none that was not signed', async () => {
  const refused = await postForm(port, path, { theme: '"><script>' }, { cookie: session });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('Choose one of the three');
  expect(root((await get('/dashboard', { cookie: `${session}; theme=dark` })).text)).toBe('<html lang="en">');
});
