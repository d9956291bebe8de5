import { data } from 'react-router';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { providerName } from '#app/domain/people/identities/identities.server.ts';
import { findProvider } from '#app/domain/people/identities/providers.server.ts';
import { RateLimitExceeded } from '#app/platform/rate-limit.server.ts';
import { IdentityFailure } from '#app/routes/auth/identity-failure.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { requestInfoContext } from '#app/routes/http/context.server.ts';
import { refusedForm } from '#app/routes/http/form.server.ts';
import { goToProvider } from '#app/routes/http/identity-door.server.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { safeReturnTo } from '#app/routes/http/return-to.ts';
import type { Route } from './+types/continue-with';

/** Nothing is here to look at: who comes by an address instead of a button is led to the buttons. */
export function loader({ params }: Route.LoaderArgs) {
  if (!findProvider(params.provider)) throw data('There is no such page', { status: 404 });
  return { name: providerName(params.provider) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  if (!findProvider(params.provider)) throw data('There is no such page', { status: 404 });
  const form = await readForm(request);
  const redirectTo = safeReturnTo(form.get('redirectTo'), '/dashboard');
  try {
    const { clientAddress } = context.get(requestInfoContext);
    return await goToProvider(request, clientAddress, params.provider, { linksTo: null, redirectTo });
  } catch (error) {
    if (error instanceof Refusal || error instanceof RateLimitExceeded) return refusedForm(form, error);
    throw error;
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Sign in')];

export default function ContinueWith({ loaderData: { name }, actionData }: Route.ComponentProps) {
  const message = actionData?.lastResult.error?.['']?.[0] ?? 'Use the buttons on the sign-in page.';
  return <IdentityFailure title={`Sign in with ${name}`} message={message} back="/login" />;
}
