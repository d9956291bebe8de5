import { data } from 'react-router';
import { z } from 'zod';
import {
  confirmEmailChange,
  findEmailChange,
  refuseEmailChange,
} from '#app/domain/people/accounts/email-change.server.ts';
import { AuthPage } from '#app/routes/auth/auth-page.tsx';
import { DeadLink } from '#app/routes/auth/dead-link.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { viewerContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, readAction } from '#app/routes/http/form-action.server.ts';
import { readEvidence } from '#app/routes/http/ownership-evidence.server.ts';
import { withReturnTo } from '#app/routes/http/return-to.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/email-change';

export async function loader({ params, context }: Route.LoaderArgs) {
  const change = await findEmailChange(params.token);
  const shown = change && {
    newEmail: change.newEmail,
    isConfirmed: change.isConfirmed,
    // Somebody else's account may be about to get this address: who is signed in to it shows that it is their own.
    isNotSignedIn: change.side === 'new' && context.get(viewerContext)?.id !== change.userId,
  };
  return data({ change: shown }, { status: change ? 200 : 410 });
}

const schema = z.object({ intent: z.enum(['yes', 'no']) });

export const action = formAction(async ({ request, params, context }: Route.ActionArgs, form) => {
  const { intent } = readAction(form, schema);
  const next = context.get(viewerContext) ? '/profile/security' : '/login';
  if (intent === 'no') {
    await refuseEmailChange(params.token);
    return redirectWithFlash(next, 'The change is declined, and the account keeps its address.');
  }
  const outcome = await confirmEmailChange(params.token, readEvidence(request, context));
  return redirectWithFlash(
    next,
    outcome === 'done'
      ? 'Thank you! The address of your account has been changed.'
      : 'Thank you! The other address has to confirm too. We have sent an email there.',
  );
});

export const meta: Route.MetaFunction = ({ matches }) => [
  pageTitle(matches, 'Change your email address'),
  { name: 'referrer', content: 'same-origin' },
];

export default function EmailChange({ params, loaderData: { change }, actionData }: Route.ComponentProps) {
  if (!change)
    return (
      <DeadLink lead="The change was already made or declined, or the link is more than two days old. You can start again on your security page." />
    );
  return (
    <AuthPage
      title="Change your email address?"
      lead={
        change.isConfirmed ? (
          'You have confirmed. The other address still has to confirm too.'
        ) : (
          <>
            Your new address: <strong className="break-words">{change.newEmail}</strong>
          </>
        )
      }
    >
      <form method="post" className="grid gap-3">
        <FormErrors id="email-change-error" errors={actionData?.lastResult?.error?.['']} />
        {change.isNotSignedIn && !change.isConfirmed ? (
          <p className="text-sm text-muted">
            <Link className="link" to={withReturnTo('/login', `/email-change/${params.token}`)}>
              Sign in to your account
            </Link>{' '}
            first. If you confirm without signing in, your password and everything else that signs in to the
            account will be removed, and you choose a new password by email.
          </p>
        ) : null}
        {change.isConfirmed ? null : (
          <SubmitButton intent="yes" pendingLabel="One moment...">
            Confirm the change
          </SubmitButton>
        )}
        <SubmitButton variant="secondary" intent="no" pendingLabel="One moment...">
          Decline the change
        </SubmitButton>
      </form>
    </AuthPage>
  );
}
