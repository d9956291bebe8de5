import { matchPath, matchRoutes, type RouteObject, type ServerBuild } from 'react-router';
import { readHandle } from '#app/routes/http/page-handle.ts';

type Routes = ServerBuild['routes'];

/** The routes as the router matches them, without those that answer unknown paths if `isKnown` says so. */
function treeOf(
  routes: Routes,
  isKnown: (path: string | undefined) => boolean,
  parentId?: string,
): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parentId || !isKnown(route.path)) return [];
    const { id, path, index } = route;
    return [index ? { id, index } : { id, ...(path ? { path } : {}), children: treeOf(routes, isKnown, id) }];
  });
}

/** The whole pattern of a route, with those of the routes above it. */
function patternOf(routes: Routes, id: string): string {
  const parts: string[] = [];
  for (let route = routes[id]; route; route = routes[route.parentId ?? '']) parts.unshift(route.path ?? '');
  return parts.filter(Boolean).join('/');
}

/** Whether a path cannot lead anywhere but home. */
const leadsHome = (path: string | undefined) => path === '*' || path === 'admin/*';

/** What the routes say of addresses. Each question is about the route that an address leads to, however the address is spelled. */
export function createSiteMap(routes: Routes) {
  let pages: RouteObject[] | undefined;
  let answered: RouteObject[] | undefined;
  const findLeaf = (pathname: string) => {
    pages ??= treeOf(routes, (path) => !path?.endsWith('*'));
    return matchRoutes(pages, pathname)?.at(-1);
  };
  const patterns = Object.values(routes).flatMap((route) =>
    route?.path ? [{ id: route.id, pattern: patternOf(routes, route.id) }] : [],
  );
  const screens = patterns.filter(({ id }) => routes[id]?.module.default).map(({ pattern }) => pattern);
  // Each piece of the library is cut into many passages, and all of them are asked about at every start.
  const knownScreens = new Map<string, boolean>();

  return {
    /** The patterns of all routes. */
    patterns: patterns.map(({ pattern }) => pattern),

    /** The parameters of the page that an address leads to, or null. */
    findPage: (pathname: string) => findLeaf(pathname)?.params ?? null,

    /** Whether any route but those for unknown paths answers at an address. */
    isAnswered(pathname: string): boolean {
      answered ??= treeOf(routes, (path) => !leadsHome(path));
      return matchRoutes(answered, pathname) !== null;
    },

    /** Whether an address leads to a screen of its own, so that search names no other. */
    hasPage(path: string): boolean {
      const cachedAnswer = knownScreens.get(path);
      if (cachedAnswer !== undefined) return cachedAnswer;
      const isThere = screens.some((pattern) => matchPath(pattern, path) !== null);
      knownScreens.set(path, isThere);
      return isThere;
    },

    /** Whether an address leads to a page that is meant for visitors, so that affiliates may link to it. */
    isForVisitors(pathname: string): boolean {
      const id = findLeaf(pathname)?.route.id;
      const { isIndexed, sells } = readHandle(id === undefined ? undefined : routes[id]?.module.handle);
      return Boolean(isIndexed || sells);
    },
  };
}
