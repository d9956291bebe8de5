import type { ShownField } from '#app/routes/http/form-fields.ts';
import { PasswordField } from '#app/ui/password-field.tsx';

/** A new password and its confirmation, as every form that sets one asks for them. */
export function NewPasswordFields({
  label = 'Password',
  password,
  confirmPassword,
}: {
  /** Where the old one is asked for too, the new one is called so. */
  label?: 'Password' | 'New password';
  password: ShownField;
  confirmPassword: ShownField;
}) {
  return (
    <>
      <PasswordField {...password} label={label} hint="At least 6 characters" autoComplete="new-password" />
      <PasswordField
        {...confirmPassword}
        label={`Confirm ${label.toLowerCase()}`}
        autoComplete="new-password"
      />
    </>
  );
}
