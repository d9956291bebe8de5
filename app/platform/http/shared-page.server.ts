import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { contentSecurityPolicy } from '#app/platform/http/security-headers.server.ts';

const brotli = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** A page rendered once and sent to every anonymous visitor: its bytes in each encoding, ready to write. */
export interface SharedPage {
  status: number;
  headers: Record<string, string | string[]>;
  bodies: { identity: Buffer; gzip: Buffer; br: Buffer };
  etag: string;
  expiresAt: number;
}

/** How long a rendered page is kept, in milliseconds. What changes is announced, so this only bounds surprises. */
const lifetimeMs = 60_000;
const maxPages = 500;

/**
 * Replaces a page's nonce by the hashes of exactly the scripts that carried it, since a nonce that is sent twice protects nothing.
 * A script that did not carry the nonce is not ours and gets no hash.
 */
export function replaceNonceByHashes(html: string, nonce: string): { html: string; hashes: string[] } {
  const hashes = new Set<string>();
  for (const [, attributes = '', source = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (!attributes.includes(`nonce="${nonce}"`) || /\ssrc=/.test(attributes) || source === '') continue;
    hashes.add(`'sha256-${createHash('sha256').update(source).digest('base64')}'`);
  }
  return { html: html.replaceAll(` nonce="${nonce}"`, ''), hashes: [...hashes] };
}

/** Turns a rendered answer into a page that can be shared: hashes instead of a nonce, each encoding compressed once. */
export async function renderSharedPage(
  response: Response,
  markup: string,
  nonce: string,
): Promise<SharedPage> {
  const { html, hashes } = replaceNonceByHashes(markup, nonce);
  const identity = Buffer.from(html);
  const headers: SharedPage['headers'] = Object.fromEntries(response.headers);
  const setCookies = response.headers.getSetCookie();
  if (setCookies.length > 0) headers['set-cookie'] = setCookies;
  headers['content-security-policy'] = contentSecurityPolicy(hashes);
  headers.vary = 'Accept-Encoding, Cookie';
  const [br, gz] = await Promise.all([
    brotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    gzipAsync(identity),
  ]);
  return {
    status: response.status,
    headers,
    bodies: { identity, gzip: gz, br },
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    expiresAt: Date.now() + lifetimeMs,
  };
}

/** Pages that may be kept: successful, and said by their route to be public. */
export function isShareable(response: Response): boolean {
  return (
    response.status === 200 &&
    (response.headers.get('Cache-Control') ?? '').startsWith('public') &&
    !response.headers.has('Set-Cookie')
  );
}

export type PageCache = ReturnType<typeof createPageCache>;

/** Keeps shared pages by path, the oldest making room for the newest. */
export function createPageCache() {
  const pages = new Map<string, SharedPage>();
  let edition = 0;
  return {
    get(path: string): SharedPage | undefined {
      const page = pages.get(path);
      if (page && page.expiresAt > Date.now()) return page;
      pages.delete(path);
      return undefined;
    },
    /** Changes whenever pages are forgotten: what a page is made from is asked for after this. */
    edition: () => edition,
    /** Keeps a page, unless pages have been forgotten since the edition it was begun in: it may show what was before. */
    set(path: string, page: SharedPage, begunIn: number): void {
      if (begunIn !== edition) return;
      if (pages.size >= maxPages) pages.delete(pages.keys().next().value ?? '');
      pages.set(path, page);
    },
    /** Forgets the page at a path, or all of them. */
    forget(path?: string): void {
      edition += 1;
      if (path) pages.delete(path);
      else pages.clear();
    },
  };
}
