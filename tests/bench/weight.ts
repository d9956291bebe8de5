import { gzipSync } from 'node:zlib';
import { send, textOf } from '#tests/bench/http.ts';

interface Script {
  gzipBytes: number;
  /** Addresses of what it imports before it runs. */
  imports: string[];
}

/** Asked for once in a run, as many pages share the same files. */
const known = new Map<string, Promise<Script>>();

/** How many bytes of JavaScript, gzipped, a page may load: one that is a document, and one that React goes on with. */
export const limits = { document: 3_000, react: 124_600 };

/** What a page loads of JavaScript. */
export interface Scripts {
  /** Paths of its files, in the order in which they are found. */
  files: string[];
  /** Of all of them, each gzipped. */
  gzipBytes: number;
  /** Scripts that stand in the page itself. */
  inlineCount: number;
  runsReact: boolean;
}

/**
 * What a page loads at once: what it preloads, its script files, what its inline modules import, and what those import in turn.
 * @throws an Error when one of the files is missing.
 */
export async function scriptsOf(siteUrl: string, pagePath: string, html: string): Promise<Scripts> {
  const pageUrl = new URL(pagePath, siteUrl).href;
  const found = new Map<string, number>();
  const { addresses, inlineCount } = readScripts(html);
  let next = addresses.map((address) => new URL(address, pageUrl).href);
  while (next.length > 0) {
    const fresh = [...new Set(next)].filter((url) => !found.has(url));
    const scripts = await Promise.all(fresh.map(readScript));
    for (const [index, { gzipBytes }] of scripts.entries()) found.set(fresh[index] ?? '', gzipBytes);
    next = scripts.flatMap(({ imports }) => imports);
  }
  return {
    files: [...found.keys()].map((url) => new URL(url).pathname),
    gzipBytes: [...found.values()].reduce((sum, bytes) => sum + bytes, 0),
    inlineCount,
    runsReact: html.includes('__reactRouterContext'),
  };
}

/** Types of script elements that are none, but data. What comes late is a script. */
const data = /\btype="(?!module|late"|text\/javascript)/;

function readScripts(html: string): { addresses: string[]; inlineCount: number } {
  const addresses: string[] = [];
  let inlineCount = 0;
  for (const [tag] of html.matchAll(/<link\b[^>]*>/g))
    if (/\brel="modulepreload"/.test(tag)) addresses.push(/\bhref="([^"]+)"/.exec(tag)?.[1] ?? '');
  for (const [, attributes = '', source = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    const address = /\bsrc="([^"]+)"/.exec(attributes)?.[1];
    if (address) addresses.push(address);
    else if (!data.test(attributes)) {
      inlineCount += 1;
      addresses.push(...importsOf(source, true));
    }
  }
  return { addresses: addresses.filter((address) => address !== ''), inlineCount };
}

function importsOf(source: string, isInline: boolean): string[] {
  const fixed = /\b(?:import|from)\s*["']([./][^"']+\.js)["']/g;
  // What a page's own inline module imports at run time it imports at once; a file may do so much later.
  const dynamic = isInline ? /\bimport\(\s*["']([./][^"']+\.js)["']\s*\)/g : null;
  return [fixed, dynamic].flatMap((pattern) =>
    pattern ? [...source.matchAll(pattern)].map(([, address = '']) => address) : [],
  );
}

function readScript(url: string): Promise<Script> {
  const script = known.get(url) ?? fetchScript(url);
  known.set(url, script);
  return script;
}

async function fetchScript(url: string): Promise<Script> {
  const answer = await send(url, { method: 'GET', headers: {} });
  if (answer.status !== 200) throw new Error(`${url} is missing: status ${answer.status}.`);
  const source = textOf(answer);
  return {
    gzipBytes: gzipSync(source).length,
    imports: importsOf(source, false).map((address) => new URL(address, url).href),
  };
}
