import { formErrorClass } from '#app/ui/script/form-error-class.ts';

/** Errors that belong to the form as a whole; the focus is led to them (app/ui/script/first-error.ts). */
export function FormErrors({ id, errors }: { id: string; errors?: readonly string[] | null | undefined }) {
  if (!errors?.length) return null;
  return (
    <div id={id} role="alert" tabIndex={-1} className={formErrorClass}>
      {errors.map((error) => (
        <p key={error}>{error}</p>
      ))}
    </div>
  );
}
