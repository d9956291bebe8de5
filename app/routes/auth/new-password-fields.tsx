import type { ShownField } from '#app/routes/http/form-fields.ts';
import { PasswordField } from '#app/ui/password-field.tsx';

/** A new password and its confirmation, as every form that sets one asks for them. */
export function NewPasswordFields({
  password,
  confirmPassword,
}: {
  password: ShownField;
  confirmPassword: ShownField;
}) {
  return (
    <>
      <PasswordField
        {...password}
        label="Password"
        hint="At least 6 characters"
        autoComplete="new-password"
      />
      <PasswordField {...confirmPassword} label="Confirm password" autoComplete="new-password" />
    </>
  );
}
