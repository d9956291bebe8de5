import type { ReactNode } from 'react';
import type { SignInForm } from '#app/domain/people/accounts/schemas.server.ts';
import { AuthPage } from '#app/routes/auth/auth-page.tsx';
import type { FormName } from '#app/routes/auth/forms.ts';
import { OtherFormLink } from '#app/routes/auth/other-form-link.tsx';
import { PasskeyButton } from '#app/routes/frame/passkey-button.tsx';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { CheckboxField, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';

interface SignInProps {
  /** The form's id. */
  id: string;
  title: string;
  /** The way to an account for those who have none: what is asked, and the link that answers. */
  join: { ask: string; to: FormName; label: string };
  reset: FormName;
  redirectTo: string;
  /** What was typed before, here or on another form of joining. */
  email: string;
  /** What is above the form. */
  note?: ReactNode;
  reply: FormReply | undefined;
  footer: ReactNode;
}

/** A form to sign in by. */
const smallLink = 'link inline-flex min-h-11 items-center';

export function SignIn({ id, title, join, reset, redirectTo, email, note, reply, footer }: SignInProps) {
  const form = formFields<SignInForm>(id, reply, { email, staySignedIn: 'on' });
  const { defaultValue: stays, ...staySignedIn } = form.field('staySignedIn');
  const between = { formId: form.id, redirectTo };
  return (
    <AuthPage
      title={title}
      note={note}
      lead={
        <>
          {join.ask}{' '}
          <OtherFormLink to={join.to} {...between}>
            {join.label}
          </OtherFormLink>
        </>
      }
      footer={footer}
    >
      <form method="post" noValidate id={form.id} data-replaces className="grid gap-5">
        <FormErrors id={form.errorId} errors={form.errors} />
        {redirectTo.startsWith('/profile') ? <Notice>Please log in to view your profile</Notice> : null}
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <TextField {...form.field('email')} type="email" label="Email" autoComplete="username" required />
        <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
        <CheckboxField {...staySignedIn} label="Stay signed in" defaultChecked={stays === 'on'} />
        <SubmitButton pendingLabel="Signing in...">Sign in</SubmitButton>
        <PasskeyButton
          at="/login/passkey"
          label="Use a passkey"
          pendingLabel="Signing in..."
          otherwise="Sign in with your password instead."
        />
        <p className="flex flex-wrap justify-center gap-x-6 text-center text-sm">
          <OtherFormLink to={reset} className={smallLink} {...between}>
            Forgot your password?
          </OtherFormLink>
          <OtherFormLink to="link" className={smallLink} {...between}>
            Email me a link instead
          </OtherFormLink>
        </p>
      </form>
    </AuthPage>
  );
}
