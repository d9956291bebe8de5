import { readFileSync } from 'node:fs';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, it } from 'vitest';
import { publicPages } from '#app/domain/site/site-copy/public-pages.server.ts';
import routes from '#app/routes.ts';

/** Pages with nothing to read for who comes from a search engine: they may be found, but are not put forward. */
const formsAlone = ['/login', '/register', '/affiliate-login', '/affiliate/sign-up', '/search'];

/** Addresses without parameters whose route says `handle = indexed`. */
const indexedPaths = (entries: readonly RouteConfigEntry[], parent = ''): string[] =>
  entries.flatMap(({ path, index, file, children }) => {
    const own = path === undefined ? parent : `${parent}/${path}`;
    const isPage = index || (path !== undefined && !own.includes(':'));
    const isIndexed = /^export const handle\b.*\bindexed\b/m.test(readFileSync(`app/${file}`, 'utf8'));
    return [...(isPage && isIndexed ? [own || '/'] : []), ...indexedPaths(children ?? [], own)];
  });

it('the sitemap, which also gives a page its picture for sharing, has every page for search engines', () => {
  const paths = indexedPaths(routes as RouteConfigEntry[]);
  expect(paths.length).toBeGreaterThan(10);
  expect(
    paths.filter((path) => !publicPages().has(path) && !formsAlone.includes(path)),
    'Add to sitePages in app/domain/site/site-copy/public-pages.server.ts: { path, title, kind }',
  ).toEqual([]);
});
