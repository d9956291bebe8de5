import type { RouteConfigEntry } from '@react-router/dev/routes';
import routes from '#app/routes.ts';

/** The patterns of all addresses that app/routes.ts names, such as /courses/:courseSlug. */
export function routePaths(entries: readonly RouteConfigEntry[] = routes, parent = ''): string[] {
  const paths = entries.flatMap(({ path, index, children }) => {
    const own = path === undefined ? parent : `${parent}/${path}`;
    const below = routePaths(children ?? [], own);
    return path !== undefined || index ? [own || '/', ...below] : below;
  });
  return [...new Set(paths)];
}
