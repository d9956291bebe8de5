import { parseWithZod } from '@conform-to/zod/v4';
import { redirect } from 'react-router';
import { admit } from '#app/domain/accounts/attempts.server.ts';
import { confirmIdentity } from '#app/domain/accounts/confirm-identity.server.ts';
import {
  type AuthenticatorCodeForm,
  authenticatorCodeSchema,
  type IdentityPasswordForm,
  identityPasswordSchema,
} from '#app/domain/accounts/schemas.server.ts';
import { AuthPage } from '#app/routes/auth/auth-page.tsx';
import { CodeField } from '#app/routes/auth/code-field.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext, requestInfoContext } from '#app/routes/http/context.server.ts';
import { readDeviceCookie } from '#app/routes/http/device-cookie.server.ts';
import { type FormReply, invalidForm, refusedForm } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { safeReturnTo } from '#app/routes/http/return-to.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { FormErrors } from '#app/ui/field.tsx';
import { Link } from '#app/ui/link.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import type { Route } from './+types/confirm-identity';

const home = '/profile/security';

export function loader({ url, context }: Route.LoaderArgs) {
  return {
    redirectTo: safeReturnTo(url.searchParams.get('redirectTo'), home),
    hasSecondFactor: context.get(memberContext).hasSecondFactor,
    isRecovery: url.searchParams.get('with') === 'recovery-code',
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = context.get(memberContext);
  const form = await readForm(request);
  try {
    const attempt = await admit('identity_confirmation', viewer.id, readDeviceCookie(request));
    const submission = viewer.hasSecondFactor
      ? parseWithZod(form, { schema: authenticatorCodeSchema })
      : parseWithZod(form, { schema: identityPasswordSchema });
    if (submission.status !== 'success') return invalidForm(submission);
    await confirmIdentity(attempt, viewer, submission.value, context.get(requestInfoContext).clientAddress);
    return redirect(safeReturnTo(form.get('redirectTo'), home), 303);
  } catch (error) {
    return refusedForm(form, error);
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Confirm that it is you')];

export default function ConfirmIdentity({
  loaderData: { redirectTo, hasSecondFactor, isRecovery },
  actionData,
}: Route.ComponentProps) {
  return (
    <AuthPage
      title="Is it you?"
      lead="What comes next guards your account or your money, so we ask again. Then not for a quarter of an hour."
      footer={
        <p className="flex flex-wrap justify-center gap-x-6 text-sm">
          <OtherWay redirectTo={redirectTo} hasSecondFactor={hasSecondFactor} isRecovery={isRecovery} />
        </p>
      }
    >
      <ProofForm
        redirectTo={redirectTo}
        hasSecondFactor={hasSecondFactor}
        isRecovery={isRecovery}
        reply={actionData}
      />
    </AuthPage>
  );
}

type Asked = Pick<Route.ComponentProps['loaderData'], 'redirectTo' | 'hasSecondFactor' | 'isRecovery'>;

function OtherWay({ redirectTo, hasSecondFactor, isRecovery }: Asked) {
  const query = new URLSearchParams({ redirectTo, ...(isRecovery ? {} : { with: 'recovery-code' }) });
  return hasSecondFactor ? (
    <Link className="link inline-flex min-h-11 items-center" to={`/confirm-identity?${query}`}>
      {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
    </Link>
  ) : (
    <span className="text-muted">
      Forgotten? Sign out, and choose a new password at the sign-in page by mail.
    </span>
  );
}

function ProofForm({
  redirectTo,
  hasSecondFactor,
  isRecovery,
  reply,
}: Asked & { reply: FormReply | undefined }) {
  const form = formFields<AuthenticatorCodeForm & IdentityPasswordForm>('confirm', reply);
  return (
    <form method="post" id={form.id} data-replaces className="grid gap-5">
      <FormErrors id={form.errorId} errors={form.errors} />
      <input type="hidden" name="redirectTo" value={redirectTo} />
      {hasSecondFactor ? (
        <CodeField {...form.field('code')} isRecovery={isRecovery} />
      ) : (
        <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
      )}
      <SubmitButton pendingLabel="Checking...">Confirm</SubmitButton>
    </form>
  );
}
