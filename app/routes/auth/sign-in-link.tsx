import { data } from 'react-router';
import { admit } from '#app/domain/people/accounts/attempts.server.ts';
import { findSignInLink, signInByLink } from '#app/domain/people/accounts/sign-in-link.server.ts';
import { AuthPage } from '#app/routes/auth/auth-page.tsx';
import { askSecondStep, readBrowser, welcome } from '#app/routes/auth/session-answer.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { requestInfoContext } from '#app/routes/http/context.server.ts';
import { readDeviceCookie } from '#app/routes/http/device-cookie.server.ts';
import { formAction } from '#app/routes/http/form-action.server.ts';
import { readEvidence } from '#app/routes/http/ownership-evidence.server.ts';
import { safeReturnTo } from '#app/routes/http/return-to.ts';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { CheckboxField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/sign-in-link';

/** What is mailed is looked at by programs before anybody opens it: only the button signs in. */
export async function loader({ params }: Route.LoaderArgs) {
  const email = await findSignInLink(params.token);
  return data({ email }, { status: email === null ? 410 : 200 });
}

export const action = formAction(async ({ request, url, params, context }: Route.ActionArgs, form) => {
  const { clientAddress } = context.get(requestInfoContext);
  const attempt = await admit('sign_in_by_link', clientAddress, readDeviceCookie(request));
  const browser = { ...readBrowser(request), staysSignedIn: form.get('staySignedIn') === 'on' };
  const outcome = await signInByLink(attempt, params.token, browser, readEvidence(request, context));
  const returnTo = safeReturnTo(url.searchParams.get('redirectTo'), '/dashboard');
  return outcome.kind === 'session'
    ? await welcome(outcome, returnTo)
    : askSecondStep(outcome.token, returnTo);
});

export const meta: Route.MetaFunction = ({ matches }) => [
  pageTitle(matches, 'Sign in'),
  { name: 'referrer', content: 'same-origin' },
];

export default function SignInLink({ loaderData: { email }, actionData }: Route.ComponentProps) {
  if (email === null)
    return (
      <AuthPage
        title="This link no longer works"
        lead="It has been used already, or is more than ten minutes old."
        isBare
      >
        <div className="grid">
          <ButtonLink to="/login?mode=link">Ask for a new link</ButtonLink>
        </div>
      </AuthPage>
    );
  return (
    <AuthPage
      title="Sign in"
      lead={
        <>
          To the account of <strong className="text-ink wrap-anywhere">{email}</strong>
        </>
      }
    >
      <form method="post" id="sign-in-link" data-replaces className="grid gap-5">
        <FormErrors id="sign-in-link-error" errors={actionData?.lastResult.error?.['']} />
        <CheckboxField
          id="sign-in-link-stay"
          name="staySignedIn"
          label="Stay signed in"
          errors={undefined}
          defaultChecked
        />
        <SubmitButton pendingLabel="Signing in...">Sign in</SubmitButton>
      </form>
    </AuthPage>
  );
}
