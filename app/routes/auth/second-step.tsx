import { redirect } from 'react-router';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { admit } from '#app/domain/people/accounts/attempts.server.ts';
import { type SecondStepForm, secondStepSchema } from '#app/domain/people/accounts/schemas.server.ts';
import { findStepWays, takeSecondStep } from '#app/domain/people/accounts/second-step.server.ts';
import { AuthPage } from '#app/routes/auth/auth-page.tsx';
import { CodeField } from '#app/routes/auth/code-field.tsx';
import { readBrowser, readSecondStep, welcome } from '#app/routes/auth/session-answer.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { PasskeyButton } from '#app/routes/frame/passkey-button.tsx';
import { requestInfoContext } from '#app/routes/http/context.server.ts';
import { readDeviceCookie } from '#app/routes/http/device-cookie.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { refusedForm } from '#app/routes/http/form.server.ts';
import { parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { isByPasskey, readPasskey } from '#app/routes/http/passkey.server.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { safeReturnTo, withReturnTo } from '#app/routes/http/return-to.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { CheckboxField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/second-step';

export async function loader({ request, url }: Route.LoaderArgs) {
  const redirectTo = safeReturnTo(url.searchParams.get('redirectTo'));
  const token = readSecondStep(request);
  const ways = token && (await findStepWays(token));
  if (!ways) throw redirect(withReturnTo('/login', redirectTo), 303);
  return { redirectTo, ...ways, isRecovery: url.searchParams.get('with') === 'recovery-code' };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const redirectTo = safeReturnTo(form.get('redirectTo'));
  try {
    const attempt = await admit(
      'second_step',
      context.get(requestInfoContext).clientAddress,
      readDeviceCookie(request),
    );
    const proof = isByPasskey(form)
      ? { passkey: readPasskey(request, form) }
      : { code: parseForm(form, secondStepSchema).code };
    const step = { token: readSecondStep(request) ?? '', proof, trusts: form.get('trust') === 'on' };
    return await welcome(await takeSecondStep(attempt, step, readBrowser(request)), redirectTo);
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'conflict')
      return redirectWithFlash(withReturnTo('/login', redirectTo), error.message, 'error');
    return refusedForm(form, error);
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Confirm your sign-in')];

export default function SecondStep({
  loaderData: { redirectTo, hasApp, hasPasskey, isRecovery },
  actionData,
}: Route.ComponentProps) {
  const form = formFields<SecondStepForm>('second-step', actionData);
  const { defaultValue: isTrusted, ...trust } = form.field('trust');
  const path = '/login/second-step';
  const takesCode = isRecovery || hasApp || !hasPasskey;
  return (
    <AuthPage
      title="One more step"
      lead={
        isRecovery
          ? 'Type one of the recovery codes you have written down.'
          : takesCode
            ? 'Enter the code from your authenticator app.'
            : 'Confirm with your passkey: fingerprint, face or PIN.'
      }
      footer={
        <p className="flex flex-wrap justify-center gap-x-6 text-sm">
          <Link
            className="link inline-flex min-h-11 items-center"
            to={withReturnTo(isRecovery ? path : `${path}?with=recovery-code`, redirectTo)}
          >
            {isRecovery ? 'Use no recovery code' : 'Use a recovery code'}
          </Link>
          <Link className="link inline-flex min-h-11 items-center" to={`${path}/lost`}>
            {hasPasskey ? 'Lost everything?' : 'Lost both?'}
          </Link>
          <Link className="link inline-flex min-h-11 items-center" to={withReturnTo('/login', redirectTo)}>
            Sign in with another account
          </Link>
        </p>
      }
    >
      <form method="post" noValidate id={form.id} data-replaces className="grid gap-5">
        <FormErrors id={form.errorId} errors={form.errors} />
        <input type="hidden" name="redirectTo" value={redirectTo} />
        {takesCode ? <CodeField {...form.field('code')} isRecovery={isRecovery} /> : null}
        <CheckboxField
          {...trust}
          label="Trust this browser for 30 days"
          defaultChecked={isTrusted === 'on'}
        />
        {takesCode ? <SubmitButton pendingLabel="Signing in...">Sign in</SubmitButton> : null}
        {hasPasskey && !isRecovery ? (
          <PasskeyButton
            at="/login/passkey?for=second-step"
            label="Use a passkey"
            pendingLabel="Signing in..."
            otherwise={takesCode ? 'The code does as well.' : 'A recovery code does as well.'}
            variant={takesCode ? 'secondary' : 'primary'}
          />
        ) : null}
      </form>
    </AuthPage>
  );
}
