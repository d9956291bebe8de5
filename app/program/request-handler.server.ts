import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router';

type Handler = ReturnType<typeof createRequestHandler>;
type Routes = ServerBuild['routes'];

/** What may stand first in an address so that its routes are found without decoding it. */
const plainSegment = /^[a-z0-9-]*$/;

const segmentsOf = (path: string) => path.split('/').filter(Boolean);

/**
 * The first segment of a route's address: empty for the first page, undefined where it can be any; and how many segments an address of
 * it has at least.
 */
function shapeOf(routes: Routes, id: string): { first: string | undefined; depth: number } {
  const paths: string[] = [];
  for (let route = routes[id]; route; route = routes[route.parentId ?? '']) paths.unshift(route.path ?? '');
  const segments = segmentsOf(paths.join('/'));
  const [first = ''] = segments;
  const depth = segments.filter((segment) => segment !== '*' && !segment.endsWith('?')).length;
  return { first: /[:*?]/.test(first) ? undefined : first.toLowerCase(), depth };
}

/** The ids of routes and of all that stand above them. */
function withParents(routes: Routes, ids: readonly string[]): Set<string> {
  const routeIds = new Set<string>();
  for (const id of ids)
    for (let route = routes[id]; route; route = routes[route.parentId ?? '']) routeIds.add(route.id);
  return routeIds;
}

const pick = <T>(all: Record<string, T>, ids: ReadonlySet<string>): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));

/**
 * The framework's request handler, one for each first segment of addresses and number of segments. It matches an address against all
 * routes it knows, several times for each request, and makes all of them anew for each page it renders; a handler that knows only those
 * that can match does the same in a tenth of the time.
 */
export function createSiteHandler(build: ServerBuild, mode: string) {
  const whole = createRequestHandler(build, mode);
  const handlers = new Map<string, Handler>();
  const leaves = Object.values(build.routes).flatMap((route) =>
    route && (route.path !== undefined || route.index)
      ? [{ id: route.id, ...shapeOf(build.routes, route.id) }]
      : [],
  );
  const deepest = Math.max(...leaves.map(({ depth }) => depth));
  const firstSegments = new Set(leaves.map(({ first }) => first));
  // The scripts ask here about routes of all addresses.
  firstSegments.delete(build.routeDiscovery.manifestPath.split('/')[1]);

  function handlerFor(first: string, depth: number): Handler {
    const key = `${first}/${depth}`;
    let handler = handlers.get(key);
    if (!handler) {
      const idsAt = (firsts: readonly (string | undefined)[]) =>
        withParents(
          build.routes,
          leaves.filter((leaf) => firsts.includes(leaf.first) && leaf.depth <= depth).map(({ id }) => id),
        );
      // The framework asks what stands at the first page's address, to tell a page's scripts of it: they need not know, it is a document.
      const routes = pick(build.routes, idsAt([first, '', undefined]));
      const assets = { ...build.assets, routes: pick(build.assets.routes, idsAt([first, undefined])) };
      handler = createRequestHandler({ ...build, routes, assets }, mode);
      handlers.set(key, handler);
    }
    return handler;
  }

  return (request: Request, context: RouterContextProvider): Promise<Response> => {
    const { pathname } = new URL(request.url);
    // Data is asked for at the page's address with an ending.
    const [, first = '', second] = pathname.split('/', 3);
    const segment = (second === undefined ? first.replace(/(?:^_)?\.data$/, '') : first).toLowerCase();
    const isPlain = plainSegment.test(segment) && (segment !== '' || second === undefined);
    if (!isPlain || !firstSegments.has(segment)) return whole(request, context);
    // What the framework asks besides, what stands above an address, has fewer segments.
    return handlerFor(segment, Math.min(segmentsOf(pathname).length, deepest))(request, context);
  };
}
