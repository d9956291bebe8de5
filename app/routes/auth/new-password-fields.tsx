import { PasswordField } from '#app/ui/password-field.tsx';

interface FieldState {
  id: string;
  errors?: string[] | undefined;
}

/** A new password and its confirmation, as every form that sets one asks for them. */
export function NewPasswordFields({
  label = 'Password',
  password,
  confirmPassword,
}: {
  /** Where the old one is asked for too, the new one is called so. */
  label?: 'Password' | 'New password';
  password: FieldState;
  confirmPassword: FieldState;
}) {
  return (
    <>
      <PasswordField
        id={password.id}
        name="password"
        label={label}
        hint="At least 6 characters"
        autoComplete="new-password"
        errors={password.errors}
      />
      <PasswordField
        id={confirmPassword.id}
        name="confirmPassword"
        label={`Confirm ${label.toLowerCase()}`}
        autoComplete="new-password"
        errors={confirmPassword.errors}
      />
    </>
  );
}
