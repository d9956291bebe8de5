import type { SignInForm } from '#app/domain/accounts/schemas.server.ts';
import { AuthPage } from '#app/routes/auth/auth-page.tsx';
import { OtherFormLink } from '#app/routes/auth/other-form-link.tsx';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { FormErrors, TextField } from '#app/ui/field.tsx';
import { Link } from '#app/ui/link.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';

/** The sign-in form; `email` is what was typed before, here or on another form of joining. */
export function SignIn({
  redirectTo,
  email,
  reply,
}: {
  redirectTo: string;
  email: string;
  reply: FormReply | undefined;
}) {
  const form = formFields<SignInForm>('sign-in', reply, { email });
  const between = { formId: form.id, redirectTo };
  return (
    <AuthPage
      title="Sign in to your account"
      lead={
        <>
          Or{' '}
          <OtherFormLink to="register" {...between}>
            create a new account
          </OtherFormLink>
        </>
      }
      footer={<HavingIssues />}
    >
      <form method="post" id={form.id} data-replaces className="grid gap-5">
        <FormErrors id={form.errorId} errors={form.errors} />
        {redirectTo.startsWith('/profile') ? <Notice>Please log in to view your profile</Notice> : null}
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <TextField {...form.field('email')} type="email" label="Email" autoComplete="username" required />
        <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
        <SubmitButton pendingLabel="Signing in...">Sign in</SubmitButton>
        <p className="text-center text-sm">
          <OtherFormLink to="reset" {...between}>
            Forgot your password?
          </OtherFormLink>
        </p>
      </form>
    </AuthPage>
  );
}

function HavingIssues() {
  return (
    <details className="text-center text-sm text-muted">
      <summary className="inline-flex min-h-11 items-center font-medium underline underline-offset-4">
        Having issues?
      </summary>
      <p className="pt-2">
        Check that you use the address you registered with, and whether the Caps Lock key is on. If the
        password is gone, use “Forgot your password?”. After several wrong attempts, sign-in rests for some
        minutes. Still stuck?{' '}
        <Link className="link" to="/support">
          Write to support
        </Link>
        .
      </p>
    </details>
  );
}
