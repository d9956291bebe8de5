import type { ServerBuild } from 'react-router';
import { throwAsResponse } from '#app/routes/http/domain-errors.server.ts';

type Routes = ServerBuild['routes'];

/** Whether a route stands below another. */
function isBelow(routes: Routes, id: string, layoutId: string): boolean {
  for (let route = routes[id]; route; route = routes[route.parentId ?? ''])
    if (route.parentId === layoutId) return true;
  return false;
}

/**
 * The build with loaders, below a layout, that tell a refusal of the domain, or a limit that is used up, by its status and words. A form
 * shows them beside its fields; a page that is only opened has nowhere to, and would be answered as if the site had failed.
 */
export function answerRefusals(build: ServerBuild, layoutId: string): ServerBuild {
  const routes = Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => {
      const loader = route?.module.loader;
      if (!loader || !isBelow(build.routes, id, layoutId)) return [id, route];
      const answering: typeof loader = async (args) => {
        try {
          return await loader(args);
        } catch (error) {
          return throwAsResponse(error);
        }
      };
      return [id, { ...route, module: { ...route.module, loader: answering } }];
    }),
  );
  return { ...build, routes };
}
