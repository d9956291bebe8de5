import type { ResetRequestForm } from '#app/domain/people/accounts/schemas.server.ts';
import { AuthPage } from '#app/routes/auth/auth-page.tsx';
import { OtherFormLink } from '#app/routes/auth/other-form-link.tsx';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { buttonClass, SubmitButton } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';

/** The form that asks for a link to sign in by; `email` is what was typed before, here or on another form of joining. */
export function LinkRequest({
  redirectTo,
  email,
  reply,
}: {
  redirectTo: string;
  email: string;
  reply: FormReply | undefined;
}) {
  const form = formFields<ResetRequestForm>('link', reply, { email });
  return (
    <AuthPage
      title="Sign in by email"
      lead="We send you a link that signs you in, once, within ten minutes. No password is needed."
    >
      <form method="post" noValidate id={form.id} className="grid gap-5">
        <FormErrors id={form.errorId} errors={form.errors} />
        <input type="hidden" name="intent" value="link" />
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <TextField {...form.field('email')} type="email" label="Email" autoComplete="username" required />
        <SubmitButton pendingLabel="Sending...">Send the link</SubmitButton>
        <OtherFormLink to="sign_in" formId={form.id} redirectTo={redirectTo} className={buttonClass('quiet')}>
          Back to login
        </OtherFormLink>
      </form>
    </AuthPage>
  );
}
