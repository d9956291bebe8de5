import { SubmitButton } from '#app/ui/button.tsx';
import { TextArea, TextField } from '#app/ui/field.tsx';
import { FileField } from '#app/ui/file-field.tsx';
import type { SentField, SentForm } from '#app/ui/page-context.ts';
import { PasswordField } from '#app/ui/password-field.tsx';

/** A form that could not be saved, with what was typed into it, to be sent once more (P226). */
export function SendAgainForm({ form }: { form: SentForm }) {
  const { action, isMultipart, fields, fileNames } = form;
  return (
    <form
      method="post"
      action={action}
      encType={isMultipart ? 'multipart/form-data' : undefined}
      aria-label="Send again"
      className="grid w-full gap-4"
    >
      {fields.map((field, index) => (
        <Field key={field.name} id={`sent-${index}`} {...field} />
      ))}
      {fileNames.length > 0 ? (
        <FileField
          id="sent-files"
          name="files"
          multiple
          label="Files"
          hint={<span className="wrap-anywhere">{`Please choose them again: ${fileNames.join(', ')}`}</span>}
        />
      ) : null}
      <div>
        <SubmitButton pendingLabel="Sending…">Send again</SubmitButton>
      </div>
    </form>
  );
}

function Field({ id, name, kind, value }: SentField & { id: string }) {
  if (kind === 'hidden') return <input type="hidden" name={name} value={value} />;
  const label = labelOf(name);
  if (kind === 'password')
    return <PasswordField id={id} name={name} label={label} autoComplete="current-password" />;
  if (kind === 'again') return <TextField id={id} name={name} label={label} autoComplete="off" />;
  return (
    <TextArea id={id} name={name} label={label} defaultValue={value} rows={value.length > 200 ? 8 : 3} />
  );
}

/** "confirmPassword" as "Confirm password". */
function labelOf(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
