import type { UserDetail } from '#app/domain/operating/users/user-detail.server.ts';
import { Part } from '#app/routes/admin/users/facts.tsx';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextArea } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Moment } from '#app/ui/moment.tsx';

interface Props {
  user: UserDetail;
  /** Of the form as it is shown now. */
  noteKey: string;
  reply: FormReply | undefined;
}

/** What admins have written down about somebody, and the form to add to it. */
export function UserNotes({ user, noteKey, reply }: Props) {
  const form = formFields<{ text: string; formKey: string }>('note', reply);
  return (
    <Part id="notes" title="Notes">
      <Card className="grid gap-4 p-4! sm:p-5!">
        <form method="post" action={`/admin/users/${user.id}`} className="grid justify-items-start gap-3">
          <FormErrors id={`${form.errorId}-key`} errors={form.field('formKey').errors} />
          <input type="hidden" name="formKey" value={form.field('formKey').defaultValue ?? noteKey} />
          <div className="w-full">
            <TextArea
              {...form.field('text')}
              label="New note"
              hint="For other admins. The user can ask to see the data you hold about them."
              rows={2}
              maxLength={2000}
              required
            />
          </div>
          <SubmitButton intent="note" variant="secondary" pendingLabel="Adding...">
            Add note
          </SubmitButton>
        </form>
        {user.notes.length > 0 ? (
          <ol className="grid gap-3">
            {user.notes.map(({ id, text, author, createdAt }) => (
              <li key={id} className="border-t border-line pt-3 text-sm">
                <p dir="auto" className="whitespace-pre-line">
                  {text}
                </p>
                <p className="text-xs text-muted">
                  <bdi>{author || 'Deleted user'}</bdi>, <Moment at={createdAt} />
                </p>
              </li>
            ))}
          </ol>
        ) : null}
      </Card>
    </Part>
  );
}
