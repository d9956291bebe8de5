import { redirect } from 'react-router';
import { admit } from '#app/domain/people/accounts/attempts.server.ts';
import { confirmIdentity } from '#app/domain/people/accounts/confirm-identity.server.ts';
import {
  type AuthenticatorCodeForm,
  authenticatorCodeSchema,
  type IdentityPasswordForm,
  identityPasswordSchema,
} from '#app/domain/people/accounts/schemas.server.ts';
import { findSecondFactors } from '#app/domain/people/safety/second-factor.server.ts';
import { AuthPage } from '#app/routes/auth/auth-page.tsx';
import { CodeField } from '#app/routes/auth/code-field.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { PasskeyButton } from '#app/routes/frame/passkey-button.tsx';
import { memberContext, requestInfoContext } from '#app/routes/http/context.server.ts';
import { sessionHeader } from '#app/routes/http/cookies.server.ts';
import { readDeviceCookie } from '#app/routes/http/device-cookie.server.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { isByPasskey, readPasskey } from '#app/routes/http/passkey.server.ts';
import { safeReturnTo } from '#app/routes/http/return-to.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import type { Route } from './+types/confirm-identity';

const home = '/profile/security';

export async function loader({ url, context }: Route.LoaderArgs) {
  const { id, hasSecondFactor } = context.get(memberContext);
  const { authenticatorSince, passkeys } = await findSecondFactors(id);
  return {
    redirectTo: safeReturnTo(url.searchParams.get('redirectTo'), home),
    hasSecondFactor,
    hasApp: authenticatorSince !== null,
    hasPasskey: passkeys > 0,
    isRecovery: url.searchParams.get('with') === 'recovery-code',
  };
}

export const action = formAction(async ({ request, context }: Route.ActionArgs, form) => {
  const viewer = context.get(memberContext);
  const attempt = await admit('identity_confirmation', viewer.id, readDeviceCookie(request));
  const schema = viewer.hasSecondFactor ? authenticatorCodeSchema : identityPasswordSchema;
  const proof = isByPasskey(form) ? { passkey: readPasskey(request, form) } : parseForm(form, schema);
  const { clientAddress } = context.get(requestInfoContext);
  const renewed = await confirmIdentity(attempt, viewer, proof, clientAddress);
  return redirect(safeReturnTo(form.get('redirectTo'), home), {
    status: 303,
    headers: { 'Set-Cookie': sessionHeader(renewed) },
  });
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Confirm that it is you')];

export default function ConfirmIdentity({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AuthPage
      title="Confirm it’s you"
      lead="The next step affects your account or your money. We won’t ask again for 15 minutes."
      footer={
        <p className="flex flex-wrap justify-center gap-x-6 text-sm">
          <OtherWay {...loaderData} />
        </p>
      }
    >
      <ProofForm {...loaderData} reply={actionData} />
    </AuthPage>
  );
}

type Asked = Route.ComponentProps['loaderData'];

function OtherWay({ redirectTo, hasSecondFactor, isRecovery }: Asked) {
  const query = new URLSearchParams({ redirectTo, ...(isRecovery ? {} : { with: 'recovery-code' }) });
  return hasSecondFactor ? (
    <Link className="link inline-flex min-h-11 items-center" to={`/confirm-identity?${query}`}>
      {isRecovery ? 'Use no recovery code' : 'Use a recovery code'}
    </Link>
  ) : (
    <span className="text-muted">
      Forgot it? Sign out, then use “Forgot your password?” on the sign-in page.
    </span>
  );
}

function ProofForm({
  redirectTo,
  hasSecondFactor,
  hasApp,
  hasPasskey,
  isRecovery,
  reply,
}: Asked & { reply: FormReply | undefined }) {
  const form = formFields<AuthenticatorCodeForm & IdentityPasswordForm>('confirm', reply);
  const takesPasskey = hasPasskey && !isRecovery;
  const isTyped = hasApp || !takesPasskey;
  return (
    <form method="post" noValidate id={form.id} data-replaces className="grid gap-5">
      <FormErrors id={form.errorId} errors={form.errors} />
      <input type="hidden" name="redirectTo" value={redirectTo} />
      {hasSecondFactor && isTyped ? <CodeField {...form.field('code')} isRecovery={isRecovery} /> : null}
      {hasSecondFactor ? null : (
        <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
      )}
      {isTyped ? <SubmitButton pendingLabel="Checking...">Confirm</SubmitButton> : null}
      {takesPasskey ? (
        <PasskeyButton
          at="/confirm-identity/passkey"
          label="Use a passkey"
          pendingLabel="Checking..."
          otherwise={isTyped ? 'The code does as well.' : 'A recovery code does as well.'}
          variant={isTyped ? 'secondary' : 'primary'}
        />
      ) : null}
    </form>
  );
}
