import type { ResetRequestForm } from '#app/domain/people/accounts/schemas.server.ts';
import { AuthPage } from '#app/routes/auth/auth-page.tsx';
import type { FormName } from '#app/routes/auth/forms.ts';
import { OtherFormLink } from '#app/routes/auth/other-form-link.tsx';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { buttonClass, SubmitButton } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';

/** The form that asks for a link to choose a new password; `email` is what was typed before, here or on another form of joining. */
export function ResetRequest({
  redirectTo,
  email,
  reply,
  back = 'sign_in',
}: {
  redirectTo: string;
  email: string;
  reply: FormReply | undefined;
  /** The form it is reached from. */
  back?: FormName;
}) {
  const form = formFields<ResetRequestForm>('reset', reply, { email });
  return (
    <AuthPage title="Reset your password" lead="We send you a link to choose a new one.">
      <form method="post" noValidate id={form.id} className="grid gap-5">
        <FormErrors id={form.errorId} errors={form.errors} />
        <input type="hidden" name="intent" value="reset" />
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <TextField {...form.field('email')} type="email" label="Email" autoComplete="username" required />
        <SubmitButton pendingLabel="Sending...">Send reset instructions</SubmitButton>
        <OtherFormLink to={back} formId={form.id} redirectTo={redirectTo} className={buttonClass('quiet')}>
          Back to login
        </OtherFormLink>
      </form>
    </AuthPage>
  );
}
