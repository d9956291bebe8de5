import type { MetaDescriptor } from 'react-router';
import type { Route } from '../../+types/root';

/** The `matches` that a route's `meta` is given: the root comes first. */
export type Matches = readonly [Route.MetaArgs['matches'][0], ...unknown[]];

/** What the root's loader says of the site; nothing where its middleware failed. */
export const siteOf = ([root]: Matches): Route.MetaArgs['loaderData'] => root.loaderData;

/** A page's title with the name of the site, by which one finds it among other tabs. */
export function pageTitle(matches: Matches, title: string): MetaDescriptor {
  const brandName = siteOf(matches)?.brandName;
  return { title: brandName && !title.includes(brandName) ? `${title} | ${brandName}` : title };
}
