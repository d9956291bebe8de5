import { admit } from '#app/domain/people/accounts/attempts.server.ts';
import { changePassword } from '#app/domain/people/accounts/password.server.ts';
import { type ChangePasswordForm, changePasswordSchema } from '#app/domain/people/accounts/schemas.server.ts';
import { NewPasswordFields } from '#app/routes/auth/new-password-fields.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { confirmedMember } from '#app/routes/http/confirmed.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { sessionCookie } from '#app/routes/http/cookies.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import type { Route } from './+types/change-password';

/** Who has a second factor proves it before; the current password is asked for in any case. */
const confirmedIfAsked = (args: Route.LoaderArgs | Route.ActionArgs) =>
  args.context.get(memberContext).hasSecondFactor ? confirmedMember(args) : null;

export function loader(args: Route.LoaderArgs) {
  confirmedIfAsked(args);
  return null;
}

export const action = formAction(async (args: Route.ActionArgs, form) => {
  const { request, context } = args;
  const confirmed = confirmedIfAsked(args);
  const { id, sessionId } = context.get(memberContext);
  const attempt = await admit('password_change', id);
  const values = parseForm(form, changePasswordSchema);
  const userAgent = request.headers.get('User-Agent');
  const token = await changePassword(attempt, values, userAgent, confirmed, sessionId);
  return redirectWithFlash(
    '/profile',
    'Your password has been changed. Other devices have been signed out.',
    'success',
    [await sessionCookie().serialize(token)],
  );
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Change Password')];

export default function ChangePassword({ actionData }: Route.ComponentProps) {
  const form = formFields<ChangePasswordForm>('change-password', actionData);
  return (
    <div className="page page-narrow grid grid-cols-1 gap-6 py-8 sm:py-12">
      <header className="grid gap-2">
        <h1>Change Password</h1>
        <p className="text-muted">All your other devices will be signed out.</p>
      </header>
      <Card className="max-w-md">
        <form method="post" noValidate id={form.id} className="grid gap-5">
          <FormErrors id={form.errorId} errors={form.errors} />
          <PasswordField
            {...form.field('currentPassword')}
            label="Current password"
            autoComplete="current-password"
          />
          <NewPasswordFields
            label="New password"
            password={form.field('password')}
            confirmPassword={form.field('confirmPassword')}
          />
          <SubmitButton pendingLabel="Saving...">Change password</SubmitButton>
        </form>
      </Card>
    </div>
  );
}
