import { isbot } from 'isbot';
import { generatePath, type MiddlewareFunction, type Params, type RouterContextProvider } from 'react-router';
import { siteSettings } from '#app/domain/core/site-settings/current.server.ts';
import type { Referral } from '#app/domain/programme/affiliates/attribution.server.ts';
import { recordReferralClick } from '#app/domain/programme/affiliates/clicks.server.ts';
import { pathWithoutQuery, readTypedParameters } from '#app/domain/programme/affiliates/referral-name.ts';
import type { ReferralName, ReferredVisit } from '#app/domain/programme/affiliates/referred-visit.ts';
import { maskSecrets } from '#app/platform/http/secret-paths.server.ts';
import { log } from '#app/platform/log.server.ts';
import { adminBehindContext, requestInfoContext, viewerContext } from '#app/routes/http/context.server.ts';
import { readReferral, referralHeader } from '#app/routes/http/referral-cookie.server.ts';
import { isFetchedAhead, purposeOf } from '#app/routes/http/visitor-request.server.ts';

/**
 * Whether somebody opens a page: no robot, no browser that fetches ahead, and no picture or frame on another site. Browsers that do
 * not say what they fetch for are believed.
 */
export function isVisit({ method, headers }: Request): boolean {
  return (
    method === 'GET' &&
    (headers.get('Sec-Fetch-Dest') ?? 'document') === 'document' &&
    // Every browser says what it is.
    Boolean(headers.get('User-Agent')?.trim()) &&
    !isbot(headers.get('User-Agent') ?? '') &&
    !isFetchedAhead(purposeOf((name) => headers.get(name) ?? undefined))
  );
}

/**
 * The answer to a browser that fetches ahead what would count as a click; null for any other request. A page that was fetched ahead is
 * shown without being asked for again, and nobody would count that. Refused, it is thrown away, and asked for when it is opened.
 */
export function refuseAhead({ headers }: Request): Response | null {
  if (!/prefetch|prerender/.test(headers.get('Sec-Purpose') ?? '')) return null;
  return new Response(null, { status: 503, headers: { 'Cache-Control': 'no-store', Vary: 'Sec-Purpose' } });
}

/** The parameters of a request as they were typed: the router's own `url` has its query parsed and encoded anew. */
const parametersOf = (request: Request) =>
  readTypedParameters(new URL(request.url), siteSettings().oldLinks.parameters);

/** The promotion code and the affiliate's name in an address, however they were typed (P191): the first that is somebody's counts. */
function namesIn(request: Request): ReferralName[] {
  const { code, ref } = parametersOf(request);
  return [...(code ? [{ promotionCode: code }] : []), ...(ref ? [{ username: ref }] : [])];
}

/** What a request tells of a visit, beside whose address it came by. */
export function visitOf(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Omit<ReferredVisit, 'name' | 'otherName' | 'landingPage'> {
  const parameters = parametersOf(request);
  return {
    clientAddress: context.get(requestInfoContext).clientAddress,
    userAgent: request.headers.get('User-Agent'),
    utmSource: parameters.utm_source,
    utmMedium: parameters.utm_medium,
    utmCampaign: parameters.utm_campaign,
  };
}

/** The path of a page as it is stored: spelled as the route spells it, however it was asked for, and without secrets. */
function pathShown(pattern: string, params: Params<string>, pathname: string): string {
  const isKnown = !pattern.includes('*');
  return maskSecrets(
    isKnown
      ? generatePath(pattern.startsWith('/') ? pattern : `/${pattern}`, params)
      : pathWithoutQuery(pathname),
  );
}

/** A click that could not be recorded is nobody's, and keeps no page from being shown. */
export async function orNobody(recorded: Promise<Referral | null>): Promise<Referral | null> {
  try {
    return await recorded;
  } catch (error) {
    log().warn({ error: error instanceof Error ? error.message : String(error) }, 'click not recorded');
    return null;
  }
}

/** Has the visitor's browser remember a referral. */
export function remember(response: Response, referral: Referral | null): Response {
  if (!referral) return response;
  response.headers.append('Set-Cookie', referralHeader(referral));
  response.headers.set('Cache-Control', 'private, no-store');
  return response;
}

/**
 * Remembers which affiliate sent a visitor: any page opened with `?ref={username}` or `?code={promotion code}` counts as a click. It is
 * written while the page is made, and the page is shown whatever becomes of it.
 */
export const rememberReferral: MiddlewareFunction<Response> = async (
  { request, url, pattern, params, context },
  next,
) => {
  const [name, otherName] = namesIn(request);
  // An admin who looks at the site as a member follows nobody's link for them.
  if (!name || context.get(adminBehindContext)) return next();
  const refused = refuseAhead(request);
  if (refused) return refused;
  if (!isVisit(request)) return next();
  const landingPage = pathShown(pattern, params, url.pathname);
  const visit = { ...visitOf(request, context), name, otherName, landingPage };
  const [response, referral] = await Promise.all([
    next(),
    orNobody(recordReferralClick(visit, readReferral(request), context.get(viewerContext))),
  ]);
  return remember(response, referral);
};
