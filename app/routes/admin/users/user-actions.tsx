import { isAllIn } from '#app/routes/admin/lists/bulk-scope.ts';
import { deactivationHint } from '#app/routes/admin/users/deactivation-hint.ts';
import { userNouns } from '#app/routes/admin/users/user-table.tsx';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { BulkBar } from '#app/ui/bulk-bar.tsx';
import { Button, SubmitButton } from '#app/ui/button.tsx';
import { bulkFormId } from '#app/ui/row-fields.ts';
import type { Route } from './+types/users';

const path = '/admin/users';

interface UserActionsProps
  extends Pick<
    Route.ComponentProps['loaderData'],
    'rows' | 'isGuess' | 'matching' | 'search' | 'maySetStatus' | 'exports'
  > {
  reply: FormReply | undefined;
}

/** What can be done with ticked users, or with all that match: tags, an export and, for whoever may, their status. */
export function UserActions({
  rows,
  isGuess,
  matching,
  search,
  maySetStatus,
  exports,
  reply,
}: UserActionsProps) {
  const form = formFields<{ tag: string }>(bulkFormId, reply);
  const tag = form.field('tag');
  return (
    <BulkBar
      action={`${path}${search}`}
      nouns={userNouns}
      matching={isGuess ? null : matching}
      shownCount={rows.length}
      isAll={isAllIn(reply)}
      errors={form.errors ?? tag.errors}
    >
      <input
        {...{ id: tag.id, name: tag.name, defaultValue: tag.defaultValue }}
        aria-label="Tag"
        aria-invalid={tag.errors ? true : undefined}
        placeholder="Tag"
        maxLength={50}
        autoComplete="off"
        className="min-h-11 w-28 shrink-0 rounded-control border border-line-strong bg-surface px-3 placeholder:text-muted"
      />
      <SubmitButton intent="add-tag" variant="secondary" pendingLabel="Tagging...">
        Add tag
      </SubmitButton>
      <SubmitButton intent="remove-tag" variant="secondary" pendingLabel="Removing...">
        Remove tag
      </SubmitButton>
      {exports ? (
        <>
          <input type="hidden" name="filter" value={search} />
          {/* It leaves this page as it is. */}
          <Button
            type="submit"
            variant="secondary"
            formMethod="get"
            formAction={`${path}/export/csv`}
            formTarget="_self"
          >
            Export CSV
          </Button>
        </>
      ) : null}
      {maySetStatus ? (
        <>
          <SubmitButton intent="activate" variant="secondary" pendingLabel="Activating...">
            Activate
          </SubmitButton>
          <SubmitButton intent="deactivate" variant="danger" pendingLabel="Deactivating...">
            Deactivate
          </SubmitButton>
          <p className="max-w-3xl basis-full text-xs text-muted">{deactivationHint}</p>
        </>
      ) : null}
    </BulkBar>
  );
}
