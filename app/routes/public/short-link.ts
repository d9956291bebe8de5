import { redirect } from 'react-router';
import { followShortLink } from '#app/domain/programme/affiliates/clicks.server.ts';
import { isLinkTarget } from '#app/domain/programme/affiliates/link-targets.server.ts';
import { adminBehindContext, viewerContext } from '#app/routes/http/context.server.ts';
import { readReferral } from '#app/routes/http/referral-cookie.server.ts';
import {
  isVisit,
  orNobody,
  refuseAhead,
  remember,
  visitOf,
} from '#app/routes/http/remember-referral.server.ts';
import type { Route } from './+types/short-link';

/** Leads from an affiliate's short link to its page, and counts the click. One that nobody has made leads home (P10). */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const refused = refuseAhead(request);
  if (refused) return refused;
  const visit = isVisit(request) && !context.get(adminBehindContext) ? visitOf(request, context) : null;
  const found = await followShortLink(params.code, visit, readReferral(request), context.get(viewerContext));
  if (!found) return redirect('/');
  // For good, but asked for each time: a browser that remembers the way is not counted.
  // Links that were made before destinations were limited to visitors' pages lead home.
  const answer = redirect(isLinkTarget(found.destination) ? found.destination : '/', {
    status: 301,
    headers: { 'Cache-Control': 'private, no-store' },
  });
  return remember(answer, await orNobody(found.referral));
}
