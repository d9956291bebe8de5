import { data } from 'react-router';
import { findVerification, verifyEmail } from '#app/domain/accounts/email-verification.server.ts';
import { AuthPage } from '#app/routes/auth/auth-page.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { viewerContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { PostedField } from '#app/ui/posted-field.tsx';
import type { Route } from './+types/verify-email';

/** What is mailed is looked at by programs before anybody opens it: the page says how the link stands, and only its button verifies. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const standing = await findVerification(params.token);
  const isSignedIn = context.get(viewerContext) !== null;
  return data({ standing, isSignedIn }, { status: standing === 'dead' ? 410 : 200 });
}

export async function action({ params, context }: Route.ActionArgs) {
  if (!(await verifyEmail(params.token))) return data({ failed: true }, { status: 410 });
  const next = context.get(viewerContext) ? '/dashboard' : '/login';
  return redirectWithFlash(next, 'Thank you! Your e-mail address is verified.');
}

export const meta: Route.MetaFunction = ({ matches }) => [
  pageTitle(matches, 'Verify your email address'),
  { name: 'referrer', content: 'same-origin' },
];

export default function VerifyEmail({
  loaderData: { standing, isSignedIn },
  actionData,
}: Route.ComponentProps) {
  const onward = isSignedIn
    ? { to: '/dashboard', label: 'Go to your dashboard' }
    : { to: '/login', label: 'Sign in' };
  if (actionData?.failed || standing === 'dead')
    return (
      <AuthPage
        title="This link no longer works"
        lead={
          isSignedIn
            ? 'It is more than three days old, a newer one was sent, or part of it is missing. You can have a new one sent from your dashboard.'
            : 'It is more than three days old, a newer one was sent, or part of it is missing. Sign in to have a new one sent.'
        }
        isBare
      >
        <div className="grid">
          <ButtonLink to={onward.to}>{onward.label}</ButtonLink>
        </div>
      </AuthPage>
    );
  if (standing === 'done')
    return (
      <AuthPage title="Your email address is verified" lead="There is nothing left to do here." isBare>
        <div className="grid">
          <ButtonLink to={onward.to}>{onward.label}</ButtonLink>
        </div>
      </AuthPage>
    );
  return (
    <AuthPage
      title="Verify your email address"
      lead="Press the button to confirm that our mail reaches you."
      isBare
    >
      <form method="post" className="grid">
        <PostedField />
        <SubmitButton pendingLabel="Verifying...">Verify my email address</SubmitButton>
      </form>
    </AuthPage>
  );
}
