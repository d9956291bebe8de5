import { data } from 'react-router';
import { verifyEmail } from '#app/domain/accounts/email-verification.server.ts';
import { AuthPage } from '#app/routes/auth/auth-page.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { viewerContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { PostedField } from '#app/ui/posted-field.tsx';
import type { Route } from './+types/verify-email';

// Verifying takes a press of a button, so that a mail scanner that opens every link uses none up.
export async function action({ params, context }: Route.ActionArgs) {
  if (!(await verifyEmail(params.token))) return data({ failed: true }, { status: 410 });
  const next = context.get(viewerContext) ? '/dashboard' : '/login';
  return redirectWithFlash(next, 'Thank you! Your e-mail address is verified.');
}

export const meta: Route.MetaFunction = ({ matches }) => [
  pageTitle(matches, 'Verify your e-mail address'),
  { name: 'referrer', content: 'same-origin' },
];

export default function VerifyEmail({ actionData }: Route.ComponentProps) {
  if (actionData?.failed)
    return (
      <AuthPage
        title="This link no longer works"
        lead="It has been used already, or is more than three days old. Sign in to have a new one sent."
        isBare
      >
        <div className="grid">
          <ButtonLink to="/login">Sign in</ButtonLink>
        </div>
      </AuthPage>
    );
  return (
    <AuthPage title="Verify your e-mail address" lead="One press, and we know that mail reaches you." isBare>
      <form method="post" className="grid">
        <PostedField />
        <SubmitButton pendingLabel="Verifying...">Verify my e-mail address</SubmitButton>
      </form>
    </AuthPage>
  );
}
