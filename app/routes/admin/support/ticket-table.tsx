import { areaName } from '#app/domain/talk/support/ticket-areas.ts';
import { TicketState } from '#app/routes/frame/ticket-state.tsx';
import { matchText } from '#app/ui/bulk-bar.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { Link } from '#app/ui/link.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/inbox';

const path = '/admin/support';

type Loaded = Route.ComponentProps['loaderData'];

export const ticketNouns = ['ticket', 'tickets'] as const;

/** The tickets of a page, each with a box to tick. */
export function TicketTable({ rows, matching, display, ticked }: Loaded & { ticked: ReadonlySet<string> }) {
  return (
    <DataTable
      {...display}
      caption="Tickets"
      rows={rows}
      keyOf={({ id }) => id}
      selection={{
        keyOf: ({ number }) => String(number),
        labelOf: ({ number, subject }) => (
          <>
            Ticket {number}, <bdi>{subject}</bdi>
          </>
        ),
        ticked,
      }}
      foot={matchText(matching, ticketNouns)}
      columns={[
        {
          label: 'Subject',
          className: 'min-w-48 wrap-anywhere',
          cell: ({ number, subject }) => (
            <>
              <span className="font-normal tabular-nums text-muted">{number}</span>{' '}
              <Link to={`${path}/${number}`} className="link">
                <bdi>{subject}</bdi>
              </Link>
            </>
          ),
        },
        {
          label: 'Requester',
          cell: ({ name, email, isVisitor }) => (
            <span className="wrap-anywhere">
              <bdi>{name || email}</bdi>{' '}
              {isVisitor ? <span className="text-xs text-muted">visitor</span> : null}
            </span>
          ),
        },
        { label: 'Submitted from', className: 'whitespace-nowrap', cell: ({ area }) => areaName(area) },
        {
          label: 'Status',
          className: 'whitespace-nowrap',
          cell: ({ status }) => (
            <span>
              <TicketState status={status} />
            </span>
          ),
        },
        {
          label: 'Assigned to',
          className: 'whitespace-nowrap',
          cell: ({ assigneeName }) =>
            assigneeName ? <bdi>{assigneeName}</bdi> : <span className="text-muted">Unassigned</span>,
        },
        { label: 'Last message', cell: ({ latestAt }) => <Moment at={latestAt} /> },
      ]}
    />
  );
}
