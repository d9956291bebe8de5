import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchRoutes, type RouteObject } from 'react-router';
import type { FindPage } from '#app/domain/publishing/links.server.ts';
import routeConfig from '#app/routes.ts';

/** The site's own map, without the routes that answer unknown paths. */
const toRoutes = (entries: RouteConfigEntry[]): RouteObject[] =>
  entries
    .filter(({ path }) => !path?.endsWith('*'))
    .map(({ id, path, index, children, file }) =>
      index
        ? { id: id ?? file, index: true }
        : { id: id ?? file, path, children: children && toRoutes(children) },
    );

/** Which pages the site has, by its routes: as app/program/server.ts tells it, for tests that run without. */
export async function pagesOfRoutes(): Promise<FindPage> {
  const routes = toRoutes(await routeConfig);
  return (pathname) => matchRoutes(routes, pathname)?.at(-1)?.params ?? null;
}
