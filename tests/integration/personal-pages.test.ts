import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { findCourse, renderLesson } from '#app/domain/learning/courses/catalogue.server.ts';
import { ask, cookieOf, get, port, sessionOf, withDemoSite } from '#tests/integration/running-site.ts';

withDemoSite();

let cookie: string;

beforeAll(async () => {
  cookie = await sessionOf('member');
});

const lessonPath = '/courses/email-marketing/module-1';
const pages = [
  '/dashboard',
  '/courses/email-marketing',
  lessonPath,
  '/training/guides/purchase-cycle',
  '/search?q=landing+page',
];

/** A page's bytes as they were sent: `ask` reads text. */
async function bytesOf(path: string, encoding: string): Promise<{ headers: Headers; bytes: Buffer }> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    const headers = { cookie, 'accept-encoding': encoding };
    request({ host: '127.0.0.1', port, path, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({
          headers: new Headers(answer.headers as Record<string, string>),
          bytes: Buffer.concat(chunks),
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}

const unpack: Record<string, (bytes: Buffer) => Buffer> = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes) => bytes,
};

/** What differs from one answer to the next. */
const withoutNonce = (html: string) => html.replace(/nonce="[^"]*"/g, '');

describe('a page of a signed-in user', () => {
  it.each(pages)('tells its length, however it is packed: %s', async (path) => {
    const texts = new Set<string>();
    for (const [encoding, unpacked] of Object.entries(unpack)) {
      const { headers, bytes } = await bytesOf(path, encoding);
      expect(headers.get('content-encoding') ?? 'identity').toBe(encoding);
      expect(headers.get('content-length')).toBe(String(bytes.length));
      expect(headers.get('transfer-encoding')).toBeNull();
      expect(headers.get('vary')).toBe('Accept-Encoding');
      texts.add(withoutNonce(String(unpacked(bytes))));
    }
    const [html = '', ...others] = texts;
    expect(others).toEqual([]);
    expect(html).toMatch(/^<!DOCTYPE html><html lang="en">.*<\/body><\/html>$/s);
  });

  it.each([
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0.5, br;q=0.4', 'br'],
    ['deflate', null],
    ['identity, *;q=0', null],
    ['*', 'zstd'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['', null],
  ])('is packed as the browser takes it: %j', async (accepted, expected) => {
    expect((await bytesOf('/dashboard', accepted)).headers.get('content-encoding')).toBe(expected);
  });

  it('has these headers and no others', async () => {
    const { headers } = await bytesOf('/dashboard', 'br');
    expect([...headers.keys()].sort()).toEqual([
      'cache-control',
      'connection',
      'content-encoding',
      'content-length',
      'content-security-policy',
      'content-type',
      'cross-origin-opener-policy',
      'cross-origin-resource-policy',
      'date',
      'offline-reader',
      'permissions-policy',
      'referrer-policy',
      'vary',
      'x-content-type-options',
      'x-frame-options',
      'x-request-id',
      'x-robots-tag',
    ]);
    expect(headers.get('cache-control')).toBe('private, no-store');
  });

  it('has the same headers but no body for HEAD', async () => {
    const [page, head] = await Promise.all([
      get('/dashboard', { cookie }),
      ask(port, '/dashboard', { method: 'HEAD', headers: { cookie } }),
    ]);
    expect([head.status, head.bytes]).toEqual([200, 0]);
    const ofBody = ['content-length', 'transfer-encoding', 'vary'];
    const names = (headers: object) =>
      Object.keys(headers)
        .filter((name) => !ofBody.includes(name))
        .sort();
    expect(names(head.headers)).toEqual(names(page.headers));
  });

  it('shows a message once, and takes its cookie away', async () => {
    const lost = await get('/no-such-page', { cookie, accept: 'text/html' });
    const flash = cookieOf(lost, 'flash');
    const shown = await get('/courses', { cookie: `${cookie}; ${flash}` });
    expect(shown.text).toContain('There is no page at that address.');
    expect(shown.headers['set-cookie']).toEqual([expect.stringMatching(/^flash=; Max-Age=0;/)]);
    expect(shown.headers['content-length']).toBe(String(shown.bytes));
  });

  it('that fails says so, with its length and its own status', async () => {
    const missing = await get('/courses/no-such-course', { cookie });
    expect(missing.status).toBe(404);
    expect(missing.headers['content-length']).toBe(String(missing.bytes));
    const posted = await ask(port, '/dashboard', { method: 'POST', headers: { cookie } });
    expect(posted.status).toBe(405);
    expect(posted.headers['content-length']).toBe(String(posted.bytes));
  });
});

describe('what a search found', () => {
  it('stands in the page, and in the data that scripts ask for', async () => {
    for (const path of ['/search?q=landing+page', '/search.data?q=landing+page'])
      expect((await get(path, { cookie })).text).toContain('/courses/landing-pages');
  });
});

describe('a text', () => {
  const module = findCourse('email-marketing')?.modules[0];
  const html = module ? renderLesson(module).html : '';
  /** A stretch of it without any tag. */
  const words = (/>([^<>&"]{60,})</.exec(html)?.[1] ?? '').slice(0, 60);
  const times = (text: string) => text.split(words).length - 1;

  it('stands once in the page, and in the data that scripts ask for', async () => {
    expect(words).toHaveLength(60);
    expect(times(html)).toBe(1);
    expect(times((await get(lessonPath, { cookie })).text)).toBe(1);
    expect(times((await get(`${lessonPath}.data`, { cookie })).text)).toBe(1);
  });

  it('has around it what stands once in the page too', async () => {
    const rails = (text: string) => text.split('lesson-rail').length - 1;
    expect(rails((await get(lessonPath, { cookie })).text)).toBe(1);
    expect(rails((await get(`${lessonPath}.data`, { cookie })).text)).toBe(1);
  });
});
