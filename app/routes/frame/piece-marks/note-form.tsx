import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { TextArea } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';

/** A private note on a piece. Emptied, it is deleted. */
export function NoteForm({ note, reply }: { note: string | null; reply?: FormReply | undefined }) {
  const form = formFields<{ note: string }>('note-form', reply, { note: note ?? undefined });
  const { defaultValue, ...field } = form.field('note');
  return (
    <div id="note" className="no-print scroll-mt-4">
      <form method="post" className="grid gap-3">
        <FormErrors id={form.errorId} errors={form.errors} />
        <TextArea
          // A note that was saved elsewhere meanwhile is shown as it is now.
          key={note}
          {...field}
          defaultValue={defaultValue}
          label="Your note"
          hint="Plain text. Only you can read it."
          rows={3}
          className="field-sizing-content min-h-24"
        />
        <div className="flex flex-wrap gap-2">
          <SubmitButton variant="secondary" intent="note" pendingLabel="Saving...">
            Save note
          </SubmitButton>
          {note === null ? null : (
            <SubmitButton variant="quiet" intent="delete_note" pendingLabel="Deleting...">
              Delete note
            </SubmitButton>
          )}
        </div>
      </form>
    </div>
  );
}
