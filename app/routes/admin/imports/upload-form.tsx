import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { FileField } from '#app/ui/file-field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';

interface Props {
  /** Names the form. */
  id: string;
  /** Says what the file may be. */
  hint: string;
  /** The kinds of files that a browser offers. */
  accept?: string;
  reply: FormReply | undefined;
}

/** Sends a file that is to be imported. */
export function UploadForm({ id, hint, accept = '.csv,.tsv,.txt,.jsonl,.ndjson,text/csv', reply }: Props) {
  const form = formFields<{ files: unknown }>(id, reply);
  return (
    <Card className="max-w-3xl">
      <form method="post" noValidate id={form.id} encType="multipart/form-data" className="grid gap-5">
        <FormErrors id={form.errorId} errors={form.errors} />
        <FileField
          id={`${id}-files`}
          name="files"
          label="File"
          hint={hint}
          errors={form.field('files').errors}
          accept={accept}
          required
        />
        <SubmitButton pendingLabel="Uploading..." className="justify-self-start">
          Upload and check
        </SubmitButton>
      </form>
    </Card>
  );
}
