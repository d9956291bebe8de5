import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoAccounts } from '#app/domain/people/accounts/demo-accounts.server.ts';
import routes from '#app/routes.ts';
import { limits, scriptsOf } from '#tests/bench/weight.ts';
import { addressOf } from '#tests/integration/route-samples.ts';
import { type Answer, get, port, sessionOf, withDemoSite } from '#tests/integration/running-site.ts';

// What pages load of scripts, for every route there is: one that comes new is in here by itself.

withDemoSite({ TRUST_PROXY: 'true' });

interface Place {
  path: string;
  isMembers: boolean;
}

function placesOf(entries: readonly RouteConfigEntry[], parent = '', isMembers = false): Place[] {
  return entries.flatMap(({ path, index, file, children }) => {
    const own = path === undefined ? parent : `${parent}/${path}`;
    const below = placesOf(children ?? [], own, isMembers || file === 'routes/member/layout.tsx');
    const isPage = (path !== undefined && !path.includes('*')) || index;
    return isPage ? [{ path: own || '/', isMembers }, ...below] : below;
  });
}

// Events for open pages have no end to wait for.
const places = placesOf(routes)
  .filter(({ path }) => path !== '/live')
  .map(({ path, isMembers }) => ({ path: addressOf(path), isMembers }));
const isPage = ({ headers }: Answer) => String(headers['content-type']).startsWith('text/html');

let cookies: string[];

beforeAll(async () => {
  cookies = await Promise.all(demoAccounts.map(({ role }) => sessionOf(role)));
});

/** The pages found at an address by a visitor and by each of the demo's accounts. */
async function pagesAt(path: string): Promise<string[]> {
  const answers = await Promise.all([
    get(path),
    ...cookies.map((cookie) => get(path, { cookie })),
    // An error page, with and without a session.
    get(`${path}?page=%00`),
  ]);
  return answers.filter(isPage).map(({ text }) => text);
}

/** The forms of a page that may post nothing, which lynx does not post at all (`PostedField`); boxes may stand in the text. */
const mute = (page: string) =>
  [...page.matchAll(/<form\b[^>]*\smethod="post"[^>]*>.*?<\/form>/gs)]
    .map(([form]) => form)
    .filter((form) => !/<(?:input|textarea|select)\b[^>]*\sname="/.test(form))
    .filter((form) => !page.includes(` form="${/\sid="([^"]*)"/.exec(form)?.[1]}"`))
    .filter((form) => /<button\b(?![^>]*\sname=)[^>]*\stype="submit"/.test(form));

describe('scripts', () => {
  it.each(places.filter(({ isMembers }) => !isMembers))(
    'of visitors’ pages are one small file, whoever opens them: $path',
    async ({ path }) => {
      for (const page of await pagesAt(path)) {
        const scripts = await scriptsOf(`http://127.0.0.1:${port}`, path, page);
        // What other sites frame has none, nor has what somebody else would see.
        const isEmbed =
          path.startsWith('/widgets/') || page.includes('Nothing is recorded: buttons and scripts are off.');
        expect(scripts.files).toEqual(isEmbed ? [] : [expect.stringMatching(/^\/assets\/page-[\w-]+\.js$/)]);
        expect(scripts.inlineCount).toBe(0);
        expect(scripts.gzipBytes).toBeLessThanOrEqual(limits.document);
        expect(mute(page)).toEqual([]);
      }
    },
  );

  it.each(places.filter(({ isMembers }) => isMembers))(
    'of members’ pages are that file alone, or React’s within bounds: $path',
    async ({ path }) => {
      for (const page of await pagesAt(path)) {
        const scripts = await scriptsOf(`http://127.0.0.1:${port}`, path, page);
        expect(scripts.gzipBytes).toBeLessThanOrEqual(scripts.runsReact ? limits.react : limits.document);
        expect(mute(page)).toEqual([]);
      }
    },
  );

  it.each([
    '/DMD',
    '/training',
    '/training/guides/purchase-cycle',
    '/calculators',
    '/playbooks/keyword-map/template',
    '/training/videos/entrepreneurial',
    '/email-course',
    '/email-course/1',
    '/ebook',
    '/guides/getting-started',
    '/change-password',
  ])('of what members only read are that file alone: %s', async (path) => {
    const [page = ''] = [await get(path, { cookie: String(cookies[0]) })]
      .filter(isPage)
      .map(({ text }) => text);
    const scripts = await scriptsOf(`http://127.0.0.1:${port}`, path, page);
    expect(scripts).toMatchObject({ runsReact: false, inlineCount: 0 });
    expect(scripts.files).toHaveLength(1);
  });

  it.each(['/courses/cold-calling/module-1', '/training/videos/bulletproof-branding'])(
    'of slides are a small file more, which the page does not load by itself: %s',
    async (path) => {
      const { text, headers } = await get(path, { cookie: String(cookies[0]) });
      const player = /data-player="(\/assets\/deck-[\w-]+\.js)"/.exec(text)?.[1] ?? '';
      const { files } = await scriptsOf(`http://127.0.0.1:${port}`, path, text);
      expect(files).not.toContain(player);
      const answer = await get(player);
      expect(answer.headers['content-type']).toContain('javascript');
      expect(gzipSync(answer.text).length).toBeLessThanOrEqual(8_000);
      expect(String(headers['content-security-policy'])).toMatch(/style-src 'self'; img-src/);
    },
  );

  it('are the same whether they are sent compressed or not', () => {
    const folder = join(import.meta.dirname, '../../build/client/assets');
    const compressed = globSync('*.{gz,br}', { cwd: folder });
    expect(compressed.length).toBeGreaterThan(20);
    for (const name of compressed) {
      const sent = readFileSync(join(folder, name));
      const read = name.endsWith('.gz') ? gunzipSync(sent) : brotliDecompressSync(sent);
      expect(read.equals(readFileSync(join(folder, name.slice(0, -3)))), name).toBe(true);
    }
  });

  it('are kept for ever and said to be scripts', async () => {
    const address = /src="(\/assets\/page-[^"]+)"/.exec((await get('/')).text)?.[1] ?? '';
    const { headers } = await get(address);
    expect(headers['cache-control']).toContain('immutable');
    expect(headers['content-type']).toContain('javascript');
  });
});
