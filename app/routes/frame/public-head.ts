import type { MetaDescriptor } from 'react-router';
import { type Matches, pageTitle, siteOf } from '#app/routes/frame/page-head.ts';

// Pages for members do without: what they load of scripts has a limit.

interface PublicHead {
  /** The page's own path: what a request says of host, query or case makes no second address. */
  path: string;
  title: string;
  description: string | undefined;
  type?: 'website' | 'article';
}

/** Where the picture of a page for who shares it is found. */
export const pictureOf = (path: string) => `/og${path === '/' ? '/home' : path}.png`;

/** The one address of a page that is reached with queries of many kinds. `matches` are those given to a route's `meta`. */
export function canonicalLink(matches: Matches, path: string): MetaDescriptor[] {
  const site = siteOf(matches);
  return site ? [{ tagName: 'link', rel: 'canonical', href: site.appUrl + path }] : [];
}

/**
 * What the head of a public page says: title, description, its one address (canonical), and how it looks where it is shared.
 * `matches` are those given to a route's `meta`.
 */
export function publicHead(
  matches: Matches,
  { path, title, description, type = 'website' }: PublicHead,
): MetaDescriptor[] {
  const head: MetaDescriptor[] = [pageTitle(matches, title), { name: 'description', content: description }];
  const site = siteOf(matches);
  if (!site) return head;
  const address = site.appUrl + path;
  return [
    ...head,
    ...canonicalLink(matches, path),
    { property: 'og:type', content: type },
    { property: 'og:site_name', content: site.brandName },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: site.appUrl + pictureOf(path) },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: title },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}
