import { isbot } from 'isbot';
import type { MiddlewareFunction } from 'react-router';
import { recordReferralClick } from '#app/domain/affiliates/attribution.server.ts';
import { log } from '#app/platform/log.server.ts';
import { requestInfoContext, viewerContext } from '#app/routes/http/context.server.ts';
import { readReferral, referralHeader } from '#app/routes/http/referral-cookie.server.ts';

/**
 * Whether somebody opens a page: no robot, no browser that fetches ahead, and no picture or frame on another site. Browsers that do
 * not say what they fetch for are believed.
 */
function isVisit({ method, headers }: Request): boolean {
  return (
    method === 'GET' &&
    (headers.get('Sec-Fetch-Dest') ?? 'document') === 'document' &&
    !isbot(headers.get('User-Agent') ?? '') &&
    !/prefetch|prerender/.test(headers.get('Sec-Purpose') ?? headers.get('Purpose') ?? '')
  );
}

/**
 * Remembers which affiliate sent a visitor: any page opened with `?ref={username}` counts as a click.
 * Who is signed in has an account already. The page is shown whatever becomes of the click.
 */
export const rememberReferral: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const username = url.searchParams.get('ref');
  if (!username || context.get(viewerContext) || !isVisit(request)) return next();
  const cookie = await recordClick(request, url, username, context.get(requestInfoContext).clientAddress);
  const response = await next();
  if (cookie) {
    response.headers.append('Set-Cookie', cookie);
    response.headers.set('Cache-Control', 'private, no-store');
  }
  return response;
};

/** @returns the cookie to set, if any. */
async function recordClick(
  request: Request,
  { pathname, searchParams }: URL,
  username: string,
  clientAddress: string,
): Promise<string | null> {
  try {
    const referral = await recordReferralClick(
      {
        username,
        landingPage: pathname,
        clientAddress,
        userAgent: request.headers.get('User-Agent'),
        utmSource: searchParams.get('utm_source'),
        utmMedium: searchParams.get('utm_medium'),
        utmCampaign: searchParams.get('utm_campaign'),
      },
      await readReferral(request),
    );
    return referral && referralHeader(referral);
  } catch (error) {
    log().warn({ error: error instanceof Error ? error.message : String(error) }, 'click not recorded');
    return null;
  }
}
