import { TextField } from '#app/ui/field.tsx';

interface FieldState {
  id: string;
  errors?: string[] | undefined;
}

/** A new password and its confirmation, as every form that sets one asks for them. */
export function NewPasswordFields({
  password,
  confirmPassword,
}: {
  password: FieldState;
  confirmPassword: FieldState;
}) {
  return (
    <>
      <TextField
        id={password.id}
        name="password"
        type="password"
        label="Password"
        hint="At least 6 characters"
        autoComplete="new-password"
        required
        errors={password.errors}
      />
      <TextField
        id={confirmPassword.id}
        name="confirmPassword"
        type="password"
        label="Confirm password"
        autoComplete="new-password"
        required
        errors={confirmPassword.errors}
      />
    </>
  );
}
