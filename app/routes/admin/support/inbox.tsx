import { z } from 'zod';
import { readPlace } from '#app/domain/core/values/cursor.ts';
import { assignTickets, setTicketsOpen } from '#app/domain/talk/support/desk.server.ts';
import {
  countTickets,
  findMatchingTickets,
  listInbox,
  readInboxCounts,
} from '#app/domain/talk/support/inbox.server.ts';
import { type InboxView, inboxViews, readInboxFilter } from '#app/domain/talk/support/inbox-filter.ts';
import { areaName, areaNames } from '#app/domain/talk/support/ticket-areas.ts';
import { config } from '#app/platform/config.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { FilterButtons } from '#app/routes/admin/filter-buttons.tsx';
import { readBulkScope, refuseMore, tickedIn } from '#app/routes/admin/lists/bulk-scope.ts';
import { answerBulk } from '#app/routes/admin/lists/bulk-words.ts';
import { ListTop } from '#app/routes/admin/lists/list-top.tsx';
import { readListViews } from '#app/routes/admin/lists/list-views.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { TicketActions } from '#app/routes/admin/support/ticket-actions.tsx';
import { TicketTable, ticketNouns } from '#app/routes/admin/support/ticket-table.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { formAction, parseForm, readIntent } from '#app/routes/http/form-action.server.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import type { FilterChip } from '#app/ui/filter-chips.tsx';
import { FilterLinks } from '#app/ui/filter-links.tsx';
import { Filtered, ListFilter } from '#app/ui/list-filter.tsx';
import { firstPage, ListWays, waysOf, withQuery } from '#app/ui/list-pagination.tsx';
import { WorkList } from '#app/ui/work-list.tsx';
import type { Route } from './+types/inbox';

export const middleware: Route.MiddlewareFunction[] = [allow('tickets:read', 'tickets:answer')];

const path = '/admin/support';

/** 0 for what is none. */
const ticketNumber = (text: string) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0);

/** Three queries. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { id } = context.get(memberContext);
  const query = url.searchParams;
  const filter = readInboxFilter(query);
  const [{ rows, ...beside }, counts, listViews] = await Promise.all([
    listInbox(filter, id, readPlace(query)),
    readInboxCounts(filter, id),
    readListViews(request, id, 'tickets'),
  ]);
  return {
    listViews,
    display: listViews.display,
    hasView: query.get('view') === filter.view,
    rows,
    filter,
    ...counts,
    own: id,
    search: url.search,
    readsMail: config().inboundMail !== null,
    ways: waysOf(path, url.search, beside),
  };
}

const intentSchema = z.enum(['close', 'reopen', 'assign']);
const assignSchema = z.object({ assignee: z.union([z.uuid(), z.literal('')]).optional() });

export const action = formAction(async ({ url, context }: Route.ActionArgs, form) => {
  const intent = readIntent(form, intentSchema);
  const actor = actorOf(context);
  const scope = readBulkScope(form);
  const here = `${path}${url.search}`;
  const numbersOf = async (needed: Parameters<typeof findMatchingTickets>[2]): Promise<number[]> => {
    if ('keys' in scope) return scope.keys.map(ticketNumber);
    const { id } = context.get(memberContext);
    const filter = readInboxFilter(url.searchParams);
    refuseMore(scope, await countTickets(filter, id));
    return findMatchingTickets(filter, id, needed);
  };
  if (intent === 'assign') {
    const assignee = parseForm(form, assignSchema).assignee || null;
    const numbers = await numbersOf({ assigneeIsNot: assignee });
    const done = assignee === null ? 'unassigned' : 'reassigned';
    return answerBulk(here, await assignTickets(actor, numbers, assignee), {
      nouns: ticketNouns,
      done,
      already: done,
    });
  }
  const isOpen = intent === 'reopen';
  const numbers = await numbersOf({ isOpen: !isOpen });
  return answerBulk(here, await setTicketsOpen(actor, numbers, isOpen), {
    nouns: ticketNouns,
    done: isOpen ? 'reopened' : 'closed',
    already: isOpen ? 'open already' : 'closed already',
  });
});

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

export default function Inbox({ loaderData, actionData }: Route.ComponentProps) {
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
      <Filtered id="tickets-views">
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
      </Filtered>
      <Filters filter={filter} />
      <Filtered id="tickets-list">
        <ListTop
          list="tickets"
          path={path}
          search={search}
          chips={chipsOf(filter)}
          alsoApplied={loaderData.hasView ? ['view'] : []}
          listViews={loaderData.listViews}
        />
        {rows.length === 0 ? (
          <Nothing filter={filter} />
        ) : (
          <WorkList>
            <TicketTable {...loaderData} ticked={tickedIn(actionData)} />
            <TicketActions {...loaderData} reply={actionData} />
          </WorkList>
        )}
        <ListWays {...ways} />
      </Filtered>
    </div>
  );
}

const chipsOf = ({ area, search }: Loaded['filter']): FilterChip[] => [
  ...(search ? [{ parameter: 'q', label: 'Search', value: search }] : []),
  ...(area ? [{ parameter: 'area', label: 'Submitted from', value: areaName(area) }] : []),
];

function Filters({ filter: { view, area, search } }: Pick<Loaded, 'filter'>) {
  return (
    <ListFilter>
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
    </ListFilter>
  );
}

function Nothing({ filter: { view, area, search } }: Pick<Loaded, 'filter'>) {
  if (view === 'open' && !area && !search)
    return <EmptyState title="You’re all caught up">No ticket is waiting for a reply.</EmptyState>;
  return <EmptyState title="No tickets here">Try another view, or fewer filters.</EmptyState>;
}
