import { matchPath } from 'react-router';
import { routePaths } from '#tests/fuzz/route-paths.ts';

const patterns = routePaths().filter((pattern) => !pattern.includes('*'));

/** Addresses of the site of which nothing is left open: no page has to lead to them. */
export const wholeAddresses = patterns.filter((pattern) => !pattern.includes(':'));

/** Which pages are of a kind: one route, asked for in one way. */
export function kindOf(path: string): { pattern: string; kind: string } {
  const { pathname, searchParams } = new URL(path, 'http://site');
  const [pattern = pathname] = patterns
    .filter((known) => matchPath(known, pathname))
    .toSorted((a, b) => a.split(':').length - b.split(':').length);
  return { pattern, kind: `${pattern} ${[...new Set(searchParams.keys())].sort().join()}` };
}

/** Addresses that do something, or never end. */
export const isLeftAlone = (path: string) =>
  /^\/(?:logout|live|sandbox|clear-auth-cache)(?:\/|\?|$)/.test(path);
