import { redirect } from 'react-router';
import { followLetterLink } from '#app/domain/operating/letters/report.server.ts';
import { isVisit, refuseAhead } from '#app/routes/http/remember-referral.server.ts';
import type { Route } from './+types/letter-link';

/** Leads from a link of a letter to its page, and counts the click for the link, not for a person. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const refused = refuseAhead(request);
  if (refused) return refused;
  const address = await followLetterLink(params.linkId, isVisit(request));
  return redirect(address ?? '/', { status: 302, headers: { 'Cache-Control': 'private, no-store' } });
}
