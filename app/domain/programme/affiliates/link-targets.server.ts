/** Whether a path of the site leads to a page that is meant for visitors. */
type IsForVisitors = (pathname: string) => boolean;

/** Until the routes are known, no page is. */
let isForVisitors: IsForVisitors = () => false;

/** Tells which pages are meant for visitors: what knows the routes says so at start. */
export function connectLinkTargets(answer: IsForVisitors): void {
  isForVisitors = answer;
}

/**
 * Whether an affiliate's link may lead to an address of the site, from the root: to pages meant for visitors alone, never to one that signs
 * out, belongs to one member, or is no page.
 */
export function isLinkTarget(address: string): boolean {
  const base = 'http://site.invalid';
  if (!address.startsWith('/') || !URL.canParse(address, base)) return false;
  const { origin, pathname } = new URL(address, base);
  return origin === base && !pathname.startsWith('//') && isForVisitors(pathname);
}
