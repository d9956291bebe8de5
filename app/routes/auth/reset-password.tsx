import { data } from 'react-router';
import { admit } from '#app/domain/people/accounts/attempts.server.ts';
import { resetPassword } from '#app/domain/people/accounts/password-reset.server.ts';
import { type NewPasswordForm, newPasswordSchema } from '#app/domain/people/accounts/schemas.server.ts';
import { isTokenUsable } from '#app/domain/people/accounts/tokens.server.ts';
import { AuthPage } from '#app/routes/auth/auth-page.tsx';
import { NewPasswordFields } from '#app/routes/auth/new-password-fields.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { requestInfoContext } from '#app/routes/http/context.server.ts';
import { deviceHeader, readDeviceCookie } from '#app/routes/http/device-cookie.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/reset-password';

export async function loader({ params }: Route.LoaderArgs) {
  const isUsable = await isTokenUsable(params.token, 'reset_password');
  return data({ isUsable }, { status: isUsable ? 200 : 410 });
}

export const action = formAction(async ({ request, params, context }: Route.ActionArgs, form) => {
  const { clientAddress } = context.get(requestInfoContext);
  const attempt = await admit('password_reset', clientAddress, readDeviceCookie(request));
  const device = await resetPassword(attempt, params.token, parseForm(form, newPasswordSchema).password);
  return redirectWithFlash(
    '/login',
    'Your password has been changed. Please sign in with the new one.',
    'success',
    device ? [deviceHeader(device)] : [],
  );
});

export const meta: Route.MetaFunction = ({ matches }) => [
  pageTitle(matches, 'Choose a new password'),
  { name: 'referrer', content: 'same-origin' },
];

export default function ResetPassword({ loaderData: { isUsable }, actionData }: Route.ComponentProps) {
  if (!isUsable && !actionData)
    return (
      <AuthPage
        title="This link no longer works"
        lead="It has been used already, or is more than an hour old."
        isBare
      >
        <div className="grid">
          <ButtonLink to="/login?mode=reset">Ask for a new link</ButtonLink>
        </div>
      </AuthPage>
    );
  const form = formFields<NewPasswordForm>('new-password', actionData);
  return (
    <AuthPage title="Choose a new password" lead="You will be signed out everywhere else.">
      <form method="post" noValidate id={form.id} className="grid gap-5">
        <FormErrors id={form.errorId} errors={form.errors} />
        <NewPasswordFields
          password={form.field('password')}
          confirmPassword={form.field('confirmPassword')}
        />
        <SubmitButton pendingLabel="Saving...">Change password</SubmitButton>
      </form>
    </AuthPage>
  );
}
