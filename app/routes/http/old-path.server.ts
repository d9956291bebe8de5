import { redirect } from 'react-router';
import { countRedirectHit, countUnknownPath } from '#app/domain/operating/old-paths/path-hits.server.ts';
import { findRedirect } from '#app/domain/operating/old-paths/redirects.server.ts';
import { isVisit } from '#app/routes/http/remember-referral.server.ts';

/** Browsers may remember the way for so long, in seconds: a redirect can be deleted. */
const rememberedSeconds = 3600;

/** The target with the query of the request, so that what an old link says of its affiliate and campaign is not lost. */
function withQueryOf(newPath: string, search: string): string {
  if (search === '' || search === '?') return newPath;
  const [address = '', hash] = newPath.split('#', 2);
  const joined = address.includes('?') ? `${address}&${search.slice(1)}` : `${address}${search}`;
  return hash === undefined ? joined : `${joined}#${hash}`;
}

/**
 * Where an address of the site that was here before leads (P232), of a request that no route answers; null for an unknown one, which is
 * counted where somebody opens it.
 */
export async function followOldPath(
  request: Request,
  url: Pick<URL, 'pathname' | 'search'>,
): Promise<Response | null> {
  const target = await findRedirect(url.pathname);
  if (!target) {
    if (isVisit(request)) countUnknownPath(url.pathname);
    return null;
  }
  countRedirectHit(target.oldPath);
  return redirect(withQueryOf(target.newPath, url.search), {
    status: 301,
    headers: { 'Cache-Control': `private, max-age=${rememberedSeconds}` },
  });
}
