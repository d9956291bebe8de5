import { Fragment, type ReactNode } from 'react';
import type { RegistrationForm } from '#app/domain/people/accounts/schemas.server.ts';
import { AuthPage } from '#app/routes/auth/auth-page.tsx';
import type { FormName } from '#app/routes/auth/forms.ts';
import { NewPasswordFields } from '#app/routes/auth/new-password-fields.tsx';
import { OtherFormLink } from '#app/routes/auth/other-form-link.tsx';
import type { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { CheckboxField, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';

interface RegistrationPageProps {
  title: string;
  /** The way to the form for those who have an account. */
  signIn: { to: FormName; label: string };
  form: ReturnType<typeof formFields<RegistrationForm>>;
  redirectTo: string;
  /** What one accepts, in the order of a sentence. */
  agreements: readonly { label: string; to: string }[];
  button: { label: string; pendingLabel: string };
  /** What is above the form. */
  note?: ReactNode;
  /** Fields asked for beside the name, the address and the password. */
  children?: ReactNode;
  /** What is below the form. */
  footer?: ReactNode;
}

/** A form of registration. */
export function RegistrationPage({
  title,
  signIn,
  form,
  redirectTo,
  agreements,
  button,
  note,
  children,
  footer,
}: RegistrationPageProps) {
  const { defaultValue: isAccepted, ...acceptTerms } = form.field('acceptTerms');
  return (
    <AuthPage
      title={title}
      note={note}
      footer={footer}
      lead={
        <>
          Or{' '}
          <OtherFormLink to={signIn.to} formId={form.id} redirectTo={redirectTo}>
            {signIn.label}
          </OtherFormLink>
        </>
      }
    >
      <form method="post" noValidate id={form.id} className="grid gap-5">
        <FormErrors id={form.errorId} errors={form.errors} />
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...form.field('firstName')}
            label="First name"
            autoComplete="given-name"
            required
            maxLength={80}
          />
          <TextField
            {...form.field('lastName')}
            label="Last name"
            autoComplete="family-name"
            required
            maxLength={80}
          />
        </div>
        <TextField {...form.field('email')} type="email" label="Email" autoComplete="username" required />
        {children}
        <NewPasswordFields
          password={form.field('password')}
          confirmPassword={form.field('confirmPassword')}
        />
        <CheckboxField
          {...acceptTerms}
          required
          defaultChecked={isAccepted === 'on'}
          label={
            <>
              I accept{' '}
              {agreements.map(({ label, to }, index) => (
                <Fragment key={to}>
                  {between(index, agreements.length)}the{' '}
                  <Link className="link" to={to} target="_blank">
                    {label}
                  </Link>
                </Fragment>
              ))}
            </>
          }
        />
        <SubmitButton pendingLabel={button.pendingLabel}>{button.label}</SubmitButton>
      </form>
    </AuthPage>
  );
}

function between(index: number, count: number): string {
  if (index === 0) return '';
  return index === count - 1 ? ' and ' : ', ';
}
