import { SubmitButton } from '#app/ui/button.tsx';
import { TextArea, TextField } from '#app/ui/field.tsx';
import { FileField } from '#app/ui/file-field.tsx';
import type { SentField, SentFiles, SentForm } from '#app/ui/page-context.ts';
import { PasswordField } from '#app/ui/password-field.tsx';

/** A form that could not be saved, with what was typed into it, to be sent once more (P226). */
export function SendAgainForm({ form }: { form: SentForm }) {
  const { action, isMultipart, fields, files } = form;
  const isAllHidden = files.length === 0 && fields.every(({ kind }) => kind === 'hidden');
  const isNewPassword = fields.some(({ name }) => name === 'confirmPassword');
  return (
    <form
      method="post"
      action={action}
      encType={isMultipart ? 'multipart/form-data' : undefined}
      aria-label="Send again"
      className="grid w-full gap-4"
    >
      {fields.map((field, index) => {
        const id = `sent-${index}`;
        return <Field key={id} id={id} isNewPassword={isNewPassword} {...field} />;
      })}
      {files.map((field) => (
        <FilesField key={field.name} {...field} />
      ))}
      <p className="text-sm text-muted">
        {isAllHidden
          ? 'What you filled in is kept.'
          : 'Everything else you filled in is kept, and is sent with this.'}
      </p>
      <div>
        <SubmitButton pendingLabel="Sending…">Send again</SubmitButton>
      </div>
    </form>
  );
}

type FieldProps = SentField & { id: string; isNewPassword: boolean };

function Field({ id, name, kind, value, isNewPassword }: FieldProps) {
  if (kind === 'hidden') return <input type="hidden" name={name} value={value} />;
  const label = labelOf(name);
  if (kind === 'password') {
    const isNew = isNewPassword && name !== 'currentPassword';
    return (
      <PasswordField
        id={id}
        name={name}
        label={label}
        autoComplete={isNew ? 'new-password' : 'current-password'}
      />
    );
  }
  if (kind === 'again') return <TextField id={id} name={name} label={label} required autoComplete="off" />;
  return (
    <TextArea id={id} name={name} label={label} defaultValue={value} rows={value.length > 200 ? 8 : 3} />
  );
}

function FilesField({ name, fileNames }: SentFiles) {
  const isOne = fileNames.length === 1;
  const hint = `Please choose ${isOne ? 'it' : 'them'} again: ${fileNames.join(', ')}`;
  return (
    <FileField
      id={`sent-${name}`}
      name={name}
      multiple={!isOne}
      label={isOne ? 'File' : 'Files'}
      hint={<span className="wrap-anywhere">{fileNames.length > 0 ? hint : 'None was chosen.'}</span>}
    />
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
