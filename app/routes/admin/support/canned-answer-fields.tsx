import type { CannedAnswerForm } from '#app/domain/talk/support/canned-answers.server.ts';
import type { formFields } from '#app/routes/http/form-fields.ts';
import { TextArea, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';

/** What a canned answer is made of. */
export function CannedAnswerFields({ form }: { form: ReturnType<typeof formFields<CannedAnswerForm>> }) {
  return (
    <>
      <FormErrors id={form.errorId} errors={form.errors} />
      <TextField {...form.field('title')} label="Name" required maxLength={80} autoComplete="off" />
      <TextArea
        {...form.field('body')}
        label="Answer"
        hint="{name} becomes the first name of who asked, {number} the number of the ticket."
        required
        maxLength={5_000}
        rows={8}
      />
    </>
  );
}
