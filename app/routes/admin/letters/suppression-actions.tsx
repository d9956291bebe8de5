import { addressNouns } from '#app/routes/admin/letters/suppression-table.tsx';
import { isAllIn } from '#app/routes/admin/lists/bulk-scope.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { BulkBar } from '#app/ui/bulk-bar.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { bulkFormId } from '#app/ui/row-fields.ts';
import type { Route } from './+types/suppressions';

const path = '/admin/letters/suppressions';

interface SuppressionActionsProps
  extends Pick<Route.ComponentProps['loaderData'], 'rows' | 'matching' | 'search'> {
  reply: FormReply | undefined;
}

/** Takes ticked addresses, or all that match, off the list. */
export function SuppressionActions({ rows, matching, search, reply }: SuppressionActionsProps) {
  const form = formFields<{ why: string }>(bulkFormId, reply);
  const { id, name, defaultValue, errors } = form.field('why');
  return (
    <BulkBar
      action={`${path}${search}`}
      nouns={addressNouns}
      matching={matching}
      shownCount={rows.length}
      isAll={isAllIn(reply)}
      errors={form.errors ?? errors}
    >
      <input
        {...{ id, name, defaultValue }}
        aria-label="Why they are removed"
        aria-invalid={errors ? true : undefined}
        placeholder="Why"
        maxLength={300}
        autoComplete="off"
        className="min-h-11 w-56 shrink-0 rounded-control border border-line-strong bg-surface px-3 placeholder:text-muted"
      />
      <SubmitButton intent="remove" variant="danger" pendingLabel="Removing...">
        Remove from the list
      </SubmitButton>
    </BulkBar>
  );
}
