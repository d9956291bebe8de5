import { textLength } from '#app/domain/learning/assignments/limits.ts';
import type { HandInKind } from '#app/domain/learning/courses/assignment.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { TextArea } from '#app/ui/field.tsx';
import { FileField } from '#app/ui/file-field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';

const fileTypes =
  'image/jpeg,image/png,image/gif,image/webp,application/pdf,.docx,.xlsx,.txt,text/plain,application/vnd.openxmlformats-officedocument.wordprocessingml.document,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const fileHint =
  'Up to 5 MB: a picture, PDF, Word (DOCX), Excel (XLSX) or text file. Pictures are kept without the place they were taken at.';

/** Where an assignment is handed in. */
export function HandInForm({
  action,
  accepts,
  isAgain,
  formKey,
  reply,
}: {
  action: string;
  accepts: HandInKind;
  /** Whether a version was handed in before. */
  isAgain: boolean;
  /** Made with the page: a form that is sent twice hands in one version. */
  formKey: string;
  reply?: FormReply | undefined;
}) {
  const form = formFields<{ text: string; files: string; formKey: string }>('hand-in', reply);
  const isOptional = accepts === 'both';
  return (
    <form
      method="post"
      noValidate
      action={action}
      id={form.id}
      encType="multipart/form-data"
      className="grid scroll-mt-4 grid-cols-1 gap-4"
    >
      <FormErrors id={form.errorId} errors={form.errors ?? form.field('formKey').errors} />
      <input type="hidden" name="formKey" value={form.field('formKey').defaultValue ?? formKey} />
      {accepts === 'file' ? null : (
        <TextArea
          {...form.field('text')}
          label="Your answer"
          hint={`${isOptional ? 'Write an answer, choose a file below, or both. ' : ''}Markdown works. At most ${textLength.toLocaleString('en-US')} characters.`}
          maxLength={textLength}
          required={!isOptional}
          rows={8}
          className="field-sizing-content min-h-40"
        />
      )}
      {accepts === 'text' ? null : (
        <FileField {...form.field('files')} label="Your file" hint={fileHint} accept={fileTypes} />
      )}
      <SubmitButton pendingLabel="Handing in..." className="justify-self-start">
        {isAgain ? 'Hand in a new version' : 'Hand in'}
      </SubmitButton>
    </form>
  );
}
