import type { Element } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { visit } from 'unist-util-visit';
import { newAddress } from '#tests/integration/joining.ts';
import { type Answer, ask } from '#tests/integration/running-site.ts';
import { isLeftAlone, kindOf } from '#tests/integration/whole-site/addresses.ts';
import { isWhole } from '#tests/integration/whole-site/scale.ts';
import { sitePort } from '#tests/integration/whole-site/twice.ts';

/** What a crawl has found. */
interface Crawl {
  /** Pages that were looked at, by the pattern of their route. */
  patterns: Set<string>;
  /** What is wrong, each with the page that leads there. */
  problems: string[];
}

/** So many addresses of one kind are looked at, where all is: of the pages of one route they differ in what they are about. */
const ofAKind = isWhole ? 3 : 1;
const mostQueries = 4;

interface Found {
  links: string[];
  /** What the browser loads with the page. */
  parts: string[];
  ids: Set<string>;
}

/** Addresses of this site among those of an element. */
const ownPaths = (...values: unknown[]) =>
  values.flatMap((value) => (typeof value === 'string' && /^\/(?!\/)/.test(value) ? [value] : []));

function read(html: string): Found {
  const found: Found = { links: [], parts: [], ids: new Set() };
  visit(fromHtml(html), 'element', ({ tagName, properties }: Element) => {
    if (properties.id) found.ids.add(String(properties.id));
    const { href, src, rel } = properties;
    if (tagName === 'a' && typeof href === 'string') found.links.push(href);
    else if (tagName === 'link' && !/canonical|alternate|next|prev/.test(String(rel)))
      found.parts.push(...ownPaths(href));
    else if (['img', 'script', 'source', 'video', 'audio', 'track'].includes(tagName))
      found.parts.push(...ownPaths(src));
  });
  return found;
}

const queriesOf = ({ headers }: Answer) =>
  Number(/db;desc="(\d+)"/.exec(String(headers['server-timing']))?.[1] ?? 0);

/** Parts of pages that were asked for already, by anybody: they are the same for all. */
const knownParts = new Map<string, number>();

interface CrawlOptions {
  /** How many pages are asked for at once. */
  atOnce?: number;
  /** Is told each address before it is asked for. */
  onLook?: (path: string) => void;
  /** Says which addresses are neither asked for nor followed. */
  isLeftOut?: (path: string) => boolean;
}

/** Follows every link from the first page, the dashboard and `more` on, as somebody with this cookie. */
export async function crawl(
  cookie: string | null,
  more: readonly string[] = [],
  { atOnce = 4, onLook = () => undefined, isLeftOut = () => false }: CrawlOptions = {},
): Promise<Crawl> {
  const problems: string[] = [];
  const seen = new Set<string>();
  const looked = new Set<string>();
  const counts = new Map<string, number>();
  const ids = new Map<string, Set<string>>();
  const fragments: { path: string; id: string; from: string }[] = [];
  const headers = { 'x-forwarded-for': newAddress(), ...(cookie ? { cookie } : {}) };
  const get = (path: string) => ask(sitePort(), path, { headers });
  let next = [
    { path: '/', from: 'the first page' },
    { path: '/dashboard', from: 'the dashboard' },
    ...more.filter((path) => !isLeftOut(path)).map((path) => ({ path, from: 'the test' })),
  ];

  async function look({ path, from }: { path: string; from: string }): Promise<void> {
    onLook(path);
    let answer = await get(path);
    const told = `${path}, linked from ${from}`;
    if (answer.status >= 300 && answer.status < 400) {
      const to = new URL(answer.headers.location ?? '/', 'http://site');
      // Who is nobody is led to the sign-in, and who is somebody past it; an unknown address leads to the first page.
      if (to.pathname === '/' && path !== '/') problems.push(`${told}: leads to the first page`);
      else if (cookie && /^\/(?:login|register)$/.test(to.pathname))
        problems.push(`${told}: asks to sign in`);
      else if (to.host === 'site') enqueue(`${to.pathname}${to.search}`, from);
      return;
    }
    if (answer.status !== 200) {
      problems.push(`${told}: ${answer.status}`);
      return;
    }
    if (!String(answer.headers['content-type']).startsWith('text/html')) return;
    // The first look brings the session up to date.
    const { pattern } = kindOf(path);
    if (queriesOf(answer) > mostQueries) answer = await get(path);
    if (queriesOf(answer) > mostQueries) problems.push(`${told}: ${queriesOf(answer)} queries`);
    looked.add(pattern);
    const found = read(answer.text);
    ids.set(path, found.ids);
    for (const link of found.links) enqueue(link, path);
    for (const part of found.parts) await lookAtPart(part, path);
  }

  async function lookAtPart(part: string, from: string): Promise<void> {
    if (!knownParts.has(part)) knownParts.set(part, (await get(part)).status);
    const status = knownParts.get(part) ?? 0;
    if (status >= 400) problems.push(`${part}, a part of ${from}: ${status}`);
  }

  function enqueue(link: string, from: string): void {
    const url = new URL(link, `http://site${from.startsWith('/') ? from : '/'}`);
    if (url.host !== 'site' || !/^http/.test(url.protocol)) return;
    const path = `${url.pathname}${url.search}`;
    if (url.hash.length > 1) fragments.push({ path, id: decodeURIComponent(url.hash.slice(1)), from });
    if (seen.has(path) || isLeftAlone(path) || isLeftOut(path)) return;
    const { kind } = kindOf(path);
    const count = counts.get(kind) ?? 0;
    if (count >= ofAKind) return;
    counts.set(kind, count + 1);
    seen.add(path);
    next.push({ path, from });
  }

  for (const { path } of next) seen.add(path);
  while (next.length > 0) {
    const now = next;
    next = [];
    for (let at = 0; at < now.length; at += atOnce) await Promise.all(now.slice(at, at + atOnce).map(look));
  }
  for (const { path, id, from } of fragments) {
    const known = ids.get(path);
    if (known && !known.has(id)) problems.push(`${path}#${id}, linked from ${from}: there is no such place`);
  }
  return { patterns: looked, problems: [...new Set(problems)] };
}
