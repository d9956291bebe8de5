import type { Marks } from '#app/domain/learning/reading/marks.server.ts';
import { noteConflict } from '#app/domain/learning/reading/note-conflict.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { TextArea } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';

/** A private note on a piece. Emptied, it is deleted. What somebody else's device has saved meanwhile is shown beside what was typed (P339). */
export function NoteForm({
  marks: { note, notedAt },
  reply,
}: {
  marks: Pick<Marks, 'note' | 'notedAt'>;
  reply?: FormReply | undefined;
}) {
  const form = formFields<{ note: string }>('note-form', reply, { note: note ?? undefined });
  const { defaultValue, ...field } = form.field('note');
  const isConflict = field.errors?.includes(noteConflict) ?? false;
  return (
    <div id="note" className="no-print scroll-mt-4">
      <form method="post" data-offline="note" className="grid gap-3">
        <FormErrors id={form.errorId} errors={form.errors} />
        <input type="hidden" name="noted" value={notedAt?.toISOString() ?? 'none'} />
        {isConflict ? <SavedElsewhere note={note} /> : null}
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

/** The note as it is saved, for whoever has typed another over one that was changed since. */
function SavedElsewhere({ note }: { note: string | null }) {
  return (
    <div className="grid gap-1 rounded-card border border-warn bg-warn-soft p-4">
      <p className="text-sm font-semibold">What’s saved in your account</p>
      <p
        dir="auto"
        className="rounded-control border border-line bg-surface p-3 whitespace-pre-line wrap-anywhere"
      >
        {note ?? 'No note'}
      </p>
    </div>
  );
}
