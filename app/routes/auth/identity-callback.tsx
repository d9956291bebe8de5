import { data, type RouterContextProvider } from 'react-router';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { admit } from '#app/domain/people/accounts/attempts.server.ts';
import { type FlowBack, finishFlow, takeFlow } from '#app/domain/people/identities/flows.server.ts';
import { linkIdentity, providerName } from '#app/domain/people/identities/identities.server.ts';
import { identityRefusal } from '#app/domain/people/identities/refusals.ts';
import { signInByIdentity } from '#app/domain/people/identities/sign-in.server.ts';
import { findReferrer } from '#app/domain/programme/affiliates/attribution.server.ts';
import { RateLimitExceeded } from '#app/platform/rate-limit.server.ts';
import { IdentityFailure } from '#app/routes/auth/identity-failure.tsx';
import { askSecondStep, readBrowser, welcome } from '#app/routes/auth/session-answer.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { requestInfoContext, viewerContext } from '#app/routes/http/context.server.ts';
import { readDeviceCookie } from '#app/routes/http/device-cookie.server.ts';
import { statusOfRefusal, tooManyAttempts } from '#app/routes/http/domain-errors.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { readIdentityCookie } from '#app/routes/http/identity-door.server.ts';
import { readReferral } from '#app/routes/http/referral-cookie.server.ts';
import type { Route } from './+types/identity-callback';

type Context = Readonly<RouterContextProvider>;

/** Where a provider sends a browser back to: signs in, or links what was begun on the security page. Works once. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  let back = '/login';
  try {
    const { clientAddress } = context.get(requestInfoContext);
    const signIn = await admit('identity_sign_in', clientAddress, readDeviceCookie(request));
    const state = url.searchParams.get('state') ?? '';
    const flow = await takeFlow(state, readIdentityCookie(request), false);
    if (flow.linksTo) back = flow.redirectTo;
    if (flow.linksTo) return await link(flow, url.search, context);
    const profile = await finishFlow(flow, url.search);
    const registration = await admit('registration', clientAddress);
    const referrer = await findReferrer(readReferral(request));
    const browser = { ...readBrowser(request), staysSignedIn: true };
    const outcome = await signInByIdentity({ signIn, registration, referrer }, profile, browser);
    return outcome.kind === 'session'
      ? await welcome(outcome, flow.redirectTo)
      : askSecondStep(outcome.token, flow.redirectTo);
  } catch (error) {
    if (error instanceof RateLimitExceeded) {
      const { message, init } = tooManyAttempts(error);
      return data({ message, back }, init);
    }
    if (error instanceof Refusal)
      return data({ message: error.message, back }, { status: statusOfRefusal(error) });
    throw error;
  }
}

/** Links for the very session that began it: another person at this browser begins anew. */
async function link(flow: FlowBack, search: string, context: Context): Promise<Response> {
  const viewer = context.get(viewerContext);
  const { linksTo } = flow;
  if (!linksTo || viewer?.id !== linksTo.userId || viewer.sessionId !== linksTo.sessionId)
    throw identityRefusal('no_flow');
  await linkIdentity(linksTo, await finishFlow(flow, search));
  return redirectWithFlash(
    flow.redirectTo,
    `You can now sign in with ${providerName(flow.provider)}.`,
    'success',
  );
}

export const meta: Route.MetaFunction = ({ matches }) => [
  pageTitle(matches, 'Sign in'),
  { name: 'referrer', content: 'no-referrer' },
];

export default function IdentityCallback({ loaderData }: Route.ComponentProps) {
  const { message, back } = loaderData;
  return <IdentityFailure title="We couldn’t sign you in" message={message} back={back} />;
}
