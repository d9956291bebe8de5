import { data } from 'react-router';
import { admit } from '#app/domain/people/accounts/attempts.server.ts';
import { findVerification, verifyEmail } from '#app/domain/people/accounts/email-verification.server.ts';
import { type VerificationForm, verificationSchema } from '#app/domain/people/accounts/schemas.server.ts';
import { AuthPage } from '#app/routes/auth/auth-page.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { requestInfoContext, viewerContext } from '#app/routes/http/context.server.ts';
import { registrationCookie } from '#app/routes/http/cookies.server.ts';
import { readDeviceCookie } from '#app/routes/http/device-cookie.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { readEvidence } from '#app/routes/http/ownership-evidence.server.ts';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import { PostedField } from '#app/ui/posted-field.tsx';
import type { Route } from './+types/verify-email';

/** What is mailed is looked at by programs before anybody opens it: the page says how the link stands, and only its button verifies. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const standing = await findVerification(params.token, readEvidence(request, context));
  const isSignedIn = context.get(viewerContext) !== null;
  return data({ standing, isSignedIn }, { status: standing.kind === 'dead' ? 410 : 200 });
}

/** What a post is answered where the link does not work (any more). */
type Reply = Partial<FormReply> & { failed?: boolean };

export const action = formAction(async ({ request, params, context }: Route.ActionArgs, form) => {
  const { password } = parseForm(form, verificationSchema);
  const { clientAddress } = context.get(requestInfoContext);
  const typed = password
    ? { attempt: await admit('sign_in', clientAddress, readDeviceCookie(request)), password }
    : null;
  const outcome = await verifyEmail(params.token, readEvidence(request, context), typed);
  if (outcome.kind === 'unusable') return data<Reply>({ failed: true }, { status: 410 });
  const cookies = [registrationCookie().serialize('', { maxAge: 0 })];
  const { resetToken } = outcome;
  if (resetToken)
    return redirectWithFlash(
      `/reset-password/${resetToken}`,
      'Your email address is verified. Now choose a password.',
      'success',
      cookies,
    );
  const next = context.get(viewerContext) ? '/dashboard' : '/login';
  return redirectWithFlash(next, 'Thank you! Your email address is verified.', 'success', cookies);
});

export const meta: Route.MetaFunction = ({ matches }) => [
  pageTitle(matches, 'Verify your email address'),
  { name: 'referrer', content: 'same-origin' },
];

export default function VerifyEmail({
  loaderData: { standing, isSignedIn },
  actionData,
}: Route.ComponentProps) {
  const { failed, lastResult }: Reply = actionData ?? {};
  const onward = isSignedIn
    ? { to: '/dashboard', label: 'Go to your dashboard' }
    : { to: '/login', label: 'Sign in' };
  if (failed || standing.kind === 'dead')
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
  if (standing.kind === 'done')
    return (
      <AuthPage title="Your email address is verified" lead="There is nothing left to do here." isBare>
        <div className="grid">
          <ButtonLink to={onward.to}>{onward.label}</ButtonLink>
        </div>
      </AuthPage>
    );
  if (!standing.asksPassword)
    return (
      <AuthPage
        title="Verify your email address"
        lead="Press the button to confirm that our emails reach you."
        isBare
      >
        <form method="post" className="grid">
          <PostedField />
          <SubmitButton pendingLabel="Verifying...">Verify my email address</SubmitButton>
        </form>
      </AuthPage>
    );
  return <WithPassword email={standing.email} reply={lastResult && { lastResult }} />;
}

/** For a browser that the account was not made with: whoever made it knows the password. */
function WithPassword({ email, reply }: { email: string; reply: FormReply | undefined }) {
  const form = formFields<VerificationForm>('verify', reply);
  return (
    <AuthPage
      title="Verify your email address"
      lead={
        <>
          Someone signed up with <strong className="text-ink wrap-anywhere">{email}</strong>. If that was you,
          type the password you chose to keep it.
        </>
      }
    >
      <form method="post" noValidate id={form.id} className="grid gap-5">
        <FormErrors id={form.errorId} errors={form.errors} />
        <PostedField />
        <PasswordField
          {...form.field('password')}
          label="Password (optional)"
          autoComplete="current-password"
          isOptional
          hint="Don't know it? Leave this empty. You'll choose a new password next, and everyone who is signed in to this account will be signed out."
        />
        <SubmitButton pendingLabel="Verifying...">Verify my email address</SubmitButton>
      </form>
    </AuthPage>
  );
}
