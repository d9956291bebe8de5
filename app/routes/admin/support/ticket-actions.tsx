import { isAllIn } from '#app/routes/admin/lists/bulk-scope.ts';
import { ticketNouns } from '#app/routes/admin/support/ticket-table.tsx';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { BulkBar } from '#app/ui/bulk-bar.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { bulkFormId } from '#app/ui/row-fields.ts';
import type { Route } from './+types/inbox';

const path = '/admin/support';

interface TicketActionsProps
  extends Pick<Route.ComponentProps['loaderData'], 'rows' | 'matching' | 'team' | 'own' | 'search'> {
  reply: FormReply | undefined;
}

/** What can be done with ticked tickets, or with all that match. */
export function TicketActions({ rows, matching, team, own, search, reply }: TicketActionsProps) {
  const form = formFields<{ assignee: string }>(bulkFormId, reply);
  const { id, name, defaultValue, errors } = form.field('assignee');
  return (
    <BulkBar
      action={`${path}${search}`}
      nouns={ticketNouns}
      matching={matching}
      shownCount={rows.length}
      isAll={isAllIn(reply)}
      errors={form.errors ?? errors}
    >
      <select
        id={id}
        name={name}
        defaultValue={defaultValue ?? own}
        aria-label="Assignee"
        className="min-h-11 max-w-48 shrink-0 rounded-control border border-line-strong bg-surface px-3"
      >
        <option value="">Nobody</option>
        {team.map((admin) => (
          <option dir="auto" key={admin.id} value={admin.id}>
            {admin.name || 'No name'}
            {admin.id === own ? ' (you)' : ''}
          </option>
        ))}
      </select>
      <SubmitButton intent="assign" variant="secondary" pendingLabel="Assigning...">
        Assign
      </SubmitButton>
      <SubmitButton intent="close" variant="secondary" pendingLabel="Closing...">
        Close
      </SubmitButton>
      <SubmitButton intent="reopen" variant="secondary" pendingLabel="Opening...">
        Reopen
      </SubmitButton>
    </BulkBar>
  );
}
