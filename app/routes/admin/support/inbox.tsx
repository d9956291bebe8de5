import { readPlace } from '#app/domain/core/values/cursor.ts';
import { countWaiting, listInbox } from '#app/domain/talk/support/inbox.server.ts';
import { type InboxView, inboxViews, readInboxFilter } from '#app/domain/talk/support/inbox-filter.ts';
import { areaName, areaNames } from '#app/domain/talk/support/ticket-areas.ts';
import { config } from '#app/platform/config.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { FilterButtons } from '#app/routes/admin/filter-buttons.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { TicketState } from '#app/routes/frame/ticket-state.tsx';
import { memberContext } from '#app/routes/http/context.server.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { FilterLinks } from '#app/ui/filter-links.tsx';
import { Link } from '#app/ui/link.tsx';
import { firstPage, ListWays, waysOf, withQuery } from '#app/ui/list-pagination.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/inbox';

export const middleware: Route.MiddlewareFunction[] = [allow('tickets:read')];

const path = '/admin/support';

/** Two queries. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { id } = context.get(memberContext);
  const query = url.searchParams;
  const filter = readInboxFilter(query);
  const [{ rows, ...beside }, waiting] = await Promise.all([
    listInbox(filter, id, readPlace(query)),
    countWaiting(id),
  ]);
  return {
    rows,
    filter,
    waiting,
    search: url.search,
    readsMail: config().inboundMail !== null,
    ways: waysOf(path, url.search, beside),
  };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Support inbox')];

const viewNames: Record<InboxView, string> = {
  open: 'Open',
  mine: 'Mine',
  unassigned: 'Unassigned',
  answered: 'Answered',
  closed: 'Closed',
  all: 'All',
};

type Loaded = Route.ComponentProps['loaderData'];

export default function Inbox({ loaderData }: Route.ComponentProps) {
  const { rows, filter, waiting, search, ways, readsMail } = loaderData;
  const counts: Partial<Record<InboxView, number>> = waiting;
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeading
        title="Support inbox"
        actions={
          <>
            {readsMail ? (
              <ButtonLink variant="secondary" to={`${path}/unmatched`}>
                Emails that fit no ticket
              </ButtonLink>
            ) : null}
            <ButtonLink variant="secondary" to={`${path}/answers`}>
              Canned answers
            </ButtonLink>
          </>
        }
      >
        Open tickets are sorted by longest wait, all others by latest message.
      </PageHeading>
      <FilterLinks
        label="Which tickets"
        links={inboxViews.map((view) => {
          const count = counts[view];
          return {
            to: withQuery(path, search, { view, ...firstPage }),
            label: viewNames[view],
            isCurrent: filter.view === view,
            ...(count === undefined ? {} : { count }),
          };
        })}
      />
      <Filters filter={filter} />
      {rows.length === 0 ? <Nothing filter={filter} /> : <Tickets rows={rows} />}
      <ListWays {...ways} />
    </div>
  );
}

function Filters({ filter: { view, area, search } }: Pick<Loaded, 'filter'>) {
  return (
    <search>
      <form action={path} className="grid items-end gap-3 sm:grid-cols-[2fr_1fr_auto]">
        {view === 'open' ? null : <input type="hidden" name="view" value={view} />}
        <TextField
          id="inbox-q"
          name="q"
          type="search"
          label="Subject, name, address or number"
          defaultValue={search ?? ''}
          maxLength={100}
        />
        <SelectField id="inbox-area" name="area" label="Submitted from" defaultValue={area ?? ''}>
          <option value="">Everywhere</option>
          {Object.entries(areaNames).map(([key, name]) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </SelectField>
        <FilterButtons path={path} isNarrowed={search !== null || area !== null} />
      </form>
    </search>
  );
}

function Nothing({ filter: { view, area, search } }: Pick<Loaded, 'filter'>) {
  if (view === 'open' && !area && !search)
    return <EmptyState title="You’re all caught up">No ticket is waiting for a reply.</EmptyState>;
  return <EmptyState title="No tickets here">Try another view, or fewer filters.</EmptyState>;
}

function Tickets({ rows }: Pick<Loaded, 'rows'>) {
  return (
    <DataTable
      caption="Tickets"
      rows={rows}
      keyOf={({ id }) => id}
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
