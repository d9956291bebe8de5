import { useRouteLoaderData } from 'react-router';
import type { loader } from '#app/root.tsx';

type SiteData = ReturnType<typeof useRouteLoaderData<typeof loader>>;

let lastKnown: SiteData;

/**
 * What the root's loader says of site and viewer; undefined where it has failed. In the browser it is then what it said last: a page
 * that could not be fetched signs nobody out.
 */
export function useSiteData(): SiteData {
  const said = useRouteLoaderData<typeof loader>('root');
  // The server has many viewers.
  if (typeof document === 'undefined') return said;
  if (said) lastKnown = said;
  return lastKnown;
}
