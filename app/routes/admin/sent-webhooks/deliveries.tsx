import { z } from 'zod';
import { readPlace } from '#app/domain/core/values/cursor.ts';
import {
  listDeliveries,
  readDeliveryFilter,
  replayAll,
} from '#app/domain/operating/devops/webhooks/deliveries.server.ts';
import { deliveryStates } from '#app/domain/operating/devops/webhooks/delivery-states.ts';
import { listEndpoints } from '#app/domain/operating/devops/webhooks/endpoints.server.ts';
import { eventKinds, testKind } from '#app/domain/operating/devops/webhooks/kinds.ts';
import { actorOf, allow, may } from '#app/routes/admin/access.server.ts';
import { FilterButtons } from '#app/routes/admin/filter-buttons.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { AnswerText, DeliveryBadge, stateNames } from '#app/routes/admin/sent-webhooks/delivery-parts.tsx';
import { nameOf } from '#app/routes/admin/sent-webhooks/endpoint-name.ts';
import { WebhookTabs } from '#app/routes/admin/webhook-tabs.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, readAction } from '#app/routes/http/form-action.server.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/deliveries';

export const middleware: Route.MiddlewareFunction[] = [allow('operations:read', 'operations:run')];

const path = '/admin/webhooks/sent';

export async function loader({ url, context }: Route.LoaderArgs) {
  const filter = readDeliveryFilter(url.searchParams);
  const [{ rows, ...beside }, endpoints] = await Promise.all([
    listDeliveries(filter, readPlace(url.searchParams)),
    listEndpoints(),
  ]);
  return {
    rows,
    ...filter,
    endpoints: endpoints.map(({ id, url: address, description, dead, isOn }) => ({
      id,
      name: nameOf({ url: address, description }),
      dead,
      isOn,
    })),
    mayRun: may(context, 'operations:run'),
    ways: waysOf(path, url.search, beside),
  };
}

const schema = z.object({ intent: z.literal('replay-all'), endpoint: z.string().max(100) });

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const { endpoint } = readAction(form, schema);
  const count = await replayAll(actorOf(context), endpoint);
  return redirectWithFlash(
    path,
    count === 0
      ? 'Nothing was given up there.'
      : `${count === 1 ? '1 event is' : `${count} events are`} on the way again.`,
  );
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Sent webhooks')];

export default function Deliveries({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, state, endpoint, type, endpoints, mayRun, ways } = loaderData;
  const dead = endpoints.filter((one) => one.dead > 0 && one.isOn);
  const isNarrowed = Boolean(state || endpoint || type);
  return (
    <div className="grid gap-5">
      <PageHeading title="Webhooks">
        What your programs were told, and are to be, the newest first. What is not taken is tried again for
        three days.
      </PageHeading>
      <WebhookTabs current="sent" />
      <FormErrors id="sent-error" errors={actionData?.lastResult.error?.['']} />
      {mayRun && dead.length > 0 ? (
        <ul className="grid gap-2">
          {dead.map(({ id, name, dead: count }) => (
            <li
              key={id}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-4 py-3 text-sm"
            >
              <p className="grow">
                {count === 1 ? '1 event was' : `${count} events were`} given up for{' '}
                <Link to={`/admin/webhooks/endpoints/${id}`} className="link">
                  {name}
                </Link>
                .
              </p>
              <form method="post" action={path}>
                <input type="hidden" name="endpoint" value={id} />
                <SubmitButton
                  intent="replay-all"
                  variant="secondary"
                  pendingLabel="Sending..."
                  aria-label={`Send all again: ${name}`}
                >
                  Send all again
                </SubmitButton>
              </form>
            </li>
          ))}
        </ul>
      ) : null}
      <search>
        <form action={path} className="grid items-end gap-3 sm:grid-cols-2 xl:grid-cols-[1fr_1fr_1fr_auto]">
          <SelectField id="sent-state" name="state" label="State" defaultValue={state ?? ''}>
            <option value="">All</option>
            {deliveryStates.map((name) => (
              <option key={name} value={name}>
                {stateNames[name]}
              </option>
            ))}
          </SelectField>
          <SelectField id="sent-endpoint" name="endpoint" label="Endpoint" defaultValue={endpoint ?? ''}>
            <option value="">All</option>
            {endpoints.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField id="sent-type" name="type" label="Event" defaultValue={type ?? ''}>
            <option value="">All</option>
            {[...eventKinds, testKind].map((kind) => (
              <option key={kind} value={kind}>
                {kind}
              </option>
            ))}
          </SelectField>
          <FilterButtons path={path} isNarrowed={isNarrowed} />
        </form>
      </search>
      {rows.length === 0 ? (
        <EmptyState title={isNarrowed ? 'Nothing like that was sent' : 'Nothing was sent yet'}>
          {endpoints.length === 0 ? (
            <Link to="/admin/webhooks/endpoints" className="link">
              Add an endpoint first
            </Link>
          ) : null}
        </EmptyState>
      ) : (
        <DataTable
          caption="Sent webhooks"
          rows={rows}
          keyOf={(row) => row.id}
          columns={[
            {
              label: 'Event',
              cell: ({ id, type }) => (
                <Link to={`${path}/${id}`} className="link whitespace-nowrap">
                  {type}
                </Link>
              ),
            },
            { label: 'State', cell: (row) => <DeliveryBadge {...row} /> },
            {
              label: 'Endpoint',
              cell: ({ url }) => <span className="block max-w-44 truncate">{new URL(url).host}</span>,
            },
            { label: 'Happened', cell: ({ createdAt }) => <Moment at={createdAt} /> },
            { label: 'Tries', isFigure: true, cell: ({ attempts }) => attempts },
            {
              label: 'Answer',
              cell: ({ lastStatus, lastError, lastAnswer }) => (
                <span className="line-clamp-2 max-w-80 text-xs">
                  <AnswerText status={lastStatus} error={lastError} answer={lastAnswer} />
                </span>
              ),
            },
            { label: 'Next try', cell: ({ nextAt }) => (nextAt ? <Moment at={nextAt} /> : null) },
          ]}
        />
      )}
      <ListWays {...ways} />
    </div>
  );
}
