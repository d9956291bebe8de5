import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** A page rendered once and sent to every anonymous visitor: its bytes in each encoding, ready to write. */
export interface SharedPage {
  status: number;
  headers: Record<string, string | string[]>;
  bodies: { identity: Buffer; gzip: Buffer; br: Buffer };
  etag: string;
  expiresAt: number;
  /** The route that made it, as app/routes.ts spells its address. */
  route?: string;
}

/** How long a rendered page is kept, in milliseconds. What changes is announced, so this only bounds surprises. */
const lifetimeMs = 60_000;
const maxPages = 500;

/** Turns a rendered answer into a page that can be shared: each encoding compressed once. */
export async function renderSharedPage(response: Response, markup: string): Promise<SharedPage> {
  const identity = Buffer.from(markup);
  const headers: SharedPage['headers'] = Object.fromEntries(response.headers);
  const setCookies = response.headers.getSetCookie();
  if (setCookies.length > 0) headers['set-cookie'] = setCookies;
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

/**
 * Pages that may be kept: successful, said by their route to be public, and without scripts that stand in the page itself, since a nonce
 * that is sent twice protects nothing.
 */
export function isShareable(response: Response): boolean {
  return (
    response.status === 200 &&
    !response.headers.get('Content-Security-Policy')?.includes("'nonce-") &&
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
      return page && page.expiresAt > Date.now() ? page : undefined;
    },
    /** A page also after its time, for when another cannot be made. */
    getAnyAge: (path: string): SharedPage | undefined => pages.get(path),
    /** Changes whenever pages are forgotten: what a page is made from is asked for after this. */
    edition: () => edition,
    /** Keeps a page, unless pages have been forgotten since the edition it was begun in: it may show what was before. */
    set(path: string, page: SharedPage, begunIn: number): void {
      if (begunIn !== edition) return;
      pages.delete(path);
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
