import type { EntryContext } from 'react-router';

/** Of an address with any words in it somebody can make as many as they like. */
const most = 500;

/** What pages have at their end to run their scripts, cut where a page's nonce goes; the oldest first. */
const scriptCache = new Map<string, readonly string[]>();

/**
 * What a page's scripts depend on: its routes, and what stands above its address, of which they are told; and of how many routes they can
 * be told, which is of more where an address is spelled in an unusual way (app/program/request-handler.server.ts).
 */
export function scriptsKey({ manifest, staticHandlerContext: { matches, location } }: EntryContext): string {
  const above = location.pathname.split('/').filter(Boolean).slice(0, -1);
  return [Object.keys(manifest.routes).length, ...matches.map(({ route }) => route.id), ...above].join(' ');
}

/**
 * The scripts of a page that are kept. The framework makes them anew for each: it matches all addresses above the page's own, and
 * writes down the routes it finds there, which is a twentieth of a page's time.
 */
export const findCachedScripts = (key: string, nonce: string): string | undefined =>
  scriptCache.get(key)?.join(nonce);

export function cacheScripts(key: string, scripts: string, nonce: string): void {
  for (const oldest of scriptCache.keys()) {
    if (scriptCache.size < most) break;
    scriptCache.delete(oldest);
  }
  scriptCache.set(key, scripts.split(nonce));
}
