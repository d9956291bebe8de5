import { readPlaceBy } from '#app/domain/core/values/cursor.ts';
import { eventStates } from '#app/domain/operating/operations/event-states.ts';
import {
  listEvents,
  readEventFilter,
  readEventKey,
} from '#app/domain/operating/operations/webhook-list.server.ts';
import { canOf, providerNames } from '#app/platform/payments/port.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { FilterButtons } from '#app/routes/admin/filter-buttons.tsx';
import { EventBadge, eventStateNames } from '#app/routes/admin/operations/event-badge.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { WebhookTabs } from '#app/routes/admin/webhook-tabs.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/webhooks';

export const middleware: Route.MiddlewareFunction[] = [allow('operations:read')];

const path = '/admin/webhooks';

export async function loader({ url }: Route.LoaderArgs) {
  const filter = readEventFilter(url.searchParams);
  const { rows, ...beside } = await listEvents(filter, readPlaceBy(url.searchParams, readEventKey));
  return {
    rows,
    ...filter,
    ways: waysOf(path, url.search, beside),
  };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Webhooks')];

export default function Webhooks({ loaderData: { rows, state, provider, ways } }: Route.ComponentProps) {
  return (
    <div className="grid gap-5">
      <PageHeading title="Webhooks">
        Events from payment providers, newest first. An event that is waiting could not be applied yet.
      </PageHeading>
      <WebhookTabs current="received" />
      <search>
        <form action={path} className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]">
          <SelectField id="event-state" name="state" label="State" defaultValue={state ?? ''}>
            <option value="">All</option>
            {eventStates.map((name) => (
              <option key={name} value={name}>
                {eventStateNames[name]}
              </option>
            ))}
          </SelectField>
          <SelectField id="event-provider" name="provider" label="Provider" defaultValue={provider ?? ''}>
            <option value="">All</option>
            {providerNames.map((name) => (
              <option key={name} value={name}>
                {canOf(name).title}
              </option>
            ))}
          </SelectField>
          <FilterButtons path={path} isNarrowed={Boolean(state || provider)} />
        </form>
      </search>
      {rows.length === 0 ? (
        <EmptyState title="No events here" />
      ) : (
        <DataTable
          caption="Events"
          rows={rows}
          keyOf={(event) => `${event.provider} ${event.eventId}`}
          columns={[
            {
              label: 'What happened',
              cell: (event) => (
                <Link to={`${path}/${event.provider}/${encodeURIComponent(event.eventId)}`} className="link">
                  {event.type}
                </Link>
              ),
            },
            {
              label: 'State',
              cell: (event) => (
                <span>
                  <EventBadge event={event} />
                </span>
              ),
            },
            { label: 'Provider', cell: (event) => canOf(event.provider).title },
            { label: 'Made', cell: (event) => <Moment at={event.createdAt} /> },
            { label: 'Received', cell: (event) => <Moment at={event.receivedAt} /> },
            { label: 'Tries', isFigure: true, cell: (event) => event.attempts },
            { label: 'Why', cell: (event) => event.error ?? event.note },
          ]}
        />
      )}
      <ListWays {...ways} />
    </div>
  );
}
