import type { SignInForm } from '#app/domain/accounts/schemas.server.ts';
import { AuthPage } from '#app/routes/auth/auth-page.tsx';
import { OtherFormLink } from '#app/routes/auth/other-form-link.tsx';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { FormErrors, TextField } from '#app/ui/field.tsx';
import { Link } from '#app/ui/link.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';

/** The affiliates' and resellers' sign-in form; `email` is what was typed before, here or on another form of joining. */
export function AffiliateSignIn({
  redirectTo,
  email,
  reply,
}: {
  redirectTo: string;
  email: string;
  reply: FormReply | undefined;
}) {
  const form = formFields<SignInForm>('affiliate-sign-in', reply, { email });
  const between = { formId: form.id, redirectTo };
  return (
    <AuthPage
      title="Affiliate and reseller login"
      lead={
        <>
          Not taking part yet?{' '}
          <OtherFormLink to="affiliate_sign_up" {...between}>
            Apply as an affiliate
          </OtherFormLink>
        </>
      }
      footer={
        <p className="text-center text-sm text-muted">
          Here to learn?{' '}
          <Link className="link" to="/login">
            Use the regular login
          </Link>
        </p>
      }
    >
      <form method="post" id={form.id} data-replaces className="grid gap-5">
        <FormErrors id={form.errorId} errors={form.errors} />
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <TextField {...form.field('email')} type="email" label="Email" autoComplete="username" required />
        <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
        <SubmitButton pendingLabel="Signing in...">Sign in</SubmitButton>
        <p className="text-center text-sm">
          <OtherFormLink to="affiliate_reset" {...between}>
            Forgot your password?
          </OtherFormLink>
        </p>
      </form>
    </AuthPage>
  );
}
