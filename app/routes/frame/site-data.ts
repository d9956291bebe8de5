import { useRouteLoaderData } from 'react-router';
import type { loadSiteData } from '#app/routes/frame/site-data.server.ts';

type SiteData = ReturnType<typeof useRouteLoaderData<typeof loadSiteData>>;

/** What stands in a frame of which nothing is known, since the root's loader has failed. */
export const unknownSite = () => ({ brandName: 'Marketing Academy', year: new Date().getUTCFullYear() });

let lastKnown: SiteData;

/**
 * What the root's loader says of site and viewer; undefined where it has failed. In the browser it is then what it said last: a page
 * that could not be fetched signs nobody out.
 */
export function useSiteData(): SiteData {
  const said = useRouteLoaderData<typeof loadSiteData>('root');
  // The server has many viewers.
  if (import.meta.env.SSR) return said;
  if (said) lastKnown = said;
  return lastKnown;
}
