import { listEndpoints } from '#app/domain/operating/devops/webhooks/endpoints.server.ts';
import { allow, may } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { EndpointBadge } from '#app/routes/admin/sent-webhooks/endpoint-badge.tsx';
import { WebhookTabs } from '#app/routes/admin/webhook-tabs.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/endpoints';

export const middleware: Route.MiddlewareFunction[] = [allow('devops:read')];

const path = '/admin/webhooks/endpoints';

export async function loader({ context }: Route.LoaderArgs) {
  return { endpoints: await listEndpoints(), mayManage: may(context, 'webhooks:manage') };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Webhook endpoints')];

export default function Endpoints({ loaderData: { endpoints, mayManage } }: Route.ComponentProps) {
  const add = mayManage ? (
    <ButtonLink to={`${path}/new`} variant={endpoints.length === 0 ? 'primary' : 'secondary'}>
      Add an endpoint
    </ButtonLink>
  ) : null;
  return (
    <div className="grid gap-5">
      <PageHeading title="Webhooks" actions={endpoints.length > 0 ? add : null}>
        Sends events to your programs: signed, in order for each record, and retried until delivered.
      </PageHeading>
      <WebhookTabs current="endpoints" />
      {endpoints.length === 0 ? (
        <EmptyState title="No endpoints yet">{add}</EmptyState>
      ) : (
        <DataTable
          caption="Endpoints"
          rows={endpoints}
          keyOf={(endpoint) => endpoint.id}
          columns={[
            {
              label: 'Endpoint',
              cell: ({ id, url, description }) => (
                <>
                  <Link to={`${path}/${id}`} className="link wrap-anywhere">
                    {description || url}
                  </Link>
                  {description ? (
                    <span className="block max-w-80 truncate max-md:max-w-full text-xs font-normal text-muted">
                      {url}
                    </span>
                  ) : null}
                </>
              ),
            },
            { label: 'State', cell: (endpoint) => <EndpointBadge endpoint={endpoint} /> },
            {
              label: 'Told of',
              cell: ({ events }) => (
                <span className="text-xs">
                  {events.length > 4 ? `${events.length} kinds` : events.join(', ')}
                </span>
              ),
            },
            { label: 'Waiting', isFigure: true, cell: ({ waiting }) => waiting },
            {
              label: 'Given up',
              isFigure: true,
              cell: ({ id, dead }) =>
                dead > 0 ? (
                  <Link to={`/admin/webhooks/sent?state=dead&endpoint=${id}`} className="link">
                    {dead}
                  </Link>
                ) : (
                  0
                ),
            },
            {
              label: 'Last delivered',
              cell: ({ lastDeliveredAt }) => (lastDeliveredAt ? <Moment at={lastDeliveredAt} /> : 'Never'),
            },
          ]}
        />
      )}
    </div>
  );
}
