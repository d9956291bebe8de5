import type { UserDetail } from '#app/domain/operating/users/user-detail.server.ts';
import { Part } from '#app/routes/admin/users/facts.tsx';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Moment } from '#app/ui/moment.tsx';

const nameOf = (name: string | null) => name || 'a deleted user';

/** The tags that admins have put on somebody, what became of earlier ones, and the form to add one. */
export function UserTags({ user, reply }: { user: UserDetail; reply: FormReply | undefined }) {
  const form = formFields<{ tag: string }>('user-tag', reply);
  const path = `/admin/users/${user.id}`;
  const current = user.tags.filter(({ removedAt }) => removedAt === null);
  return (
    <Part id="tags" title="Tags">
      <Card className="grid gap-4 p-4! sm:p-5!">
        {current.length > 0 ? (
          <ul className="flex flex-wrap gap-2">
            {current.map(({ id, tag }) => (
              <li key={id}>
                <form
                  method="post"
                  action={path}
                  className="flex items-center gap-1 rounded-full bg-sunken pl-3 text-sm"
                >
                  <input type="hidden" name="tag" value={tag} />
                  <bdi className="wrap-anywhere">{tag}</bdi>
                  <button
                    type="submit"
                    name="intent"
                    value="untag"
                    className="size-9 cursor-pointer rounded-full text-muted hover:text-danger"
                  >
                    <span aria-hidden="true">&#215;</span>
                    <span className="sr-only">Remove the tag {tag}</span>
                  </button>
                </form>
              </li>
            ))}
          </ul>
        ) : null}
        <form method="post" action={path} className="grid gap-3">
          <FormErrors id={form.errorId} errors={form.errors} />
          <TextField
            {...form.field('tag')}
            label="New tag"
            hint="Only admins see tags. Segments can use them."
            maxLength={40}
            autoComplete="off"
            required
            beside={
              <SubmitButton intent="tag" variant="secondary" pendingLabel="Adding...">
                Add tag
              </SubmitButton>
            }
          />
        </form>
        {user.tags.length > 0 ? (
          <details>
            <summary className="text-sm font-semibold text-accent">History of tags</summary>
            <ol className="grid gap-2 pt-2 text-sm">
              {user.tags.map(({ id, tag, addedBy, addedAt, removedBy, removedAt }) => (
                <li key={id}>
                  <bdi className="font-semibold">{tag}</bdi>: added by <bdi>{nameOf(addedBy)}</bdi>,{' '}
                  <Moment at={addedAt} />
                  {removedAt ? (
                    <>
                      ; removed by <bdi>{nameOf(removedBy)}</bdi>, <Moment at={removedAt} />
                    </>
                  ) : null}
                </li>
              ))}
            </ol>
          </details>
        ) : null}
      </Card>
    </Part>
  );
}
