import type { ShownField } from '#app/routes/http/form-fields.ts';
import { FileField } from '#app/ui/file-field.tsx';

/** Where files are chosen that go with a message; its form is sent as multipart/form-data. */
export function AttachmentField({ id, name, errors }: ShownField<'files'>) {
  return (
    <FileField
      id={id}
      name={name}
      errors={errors}
      label="Files"
      hint="Up to three pictures or PDFs of 5 MB each. Pictures are kept without the place they were taken at."
      accept="image/jpeg,image/png,image/gif,image/webp,application/pdf"
      multiple
    />
  );
}
