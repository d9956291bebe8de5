import { overlapHours } from '#app/domain/operating/devops/keys.server.ts';
import { openApiDocument } from '#app/domain/operating/devops/openapi.ts';
import { devopsPermissions } from '#app/domain/operating/devops/permissions.ts';
import { syncResources } from '#app/domain/operating/devops/sync-schemas.ts';
import { config } from '#app/platform/config.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { Part } from '#app/routes/admin/users/facts.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import type { Route } from './+types/docs';

export const middleware: Route.MiddlewareFunction[] = [allow('devops:read')];

type Json = Record<string, unknown>;

/** The kind of a field in a few words: "string, null", or its values. */
function kindOf({ type, anyOf, enum: values, format }: Json): string {
  if (Array.isArray(values)) return values.join(', ');
  if (Array.isArray(anyOf)) return anyOf.map((each) => kindOf(each as Json)).join(', ');
  return [type, format].filter(Boolean).join(' ');
}

/** Words of the description, which marks names as Markdown does. */
const plain = (words: unknown): string => String(words ?? '').replaceAll('`', '');

/** What the page shows of the description that programs read. */
export function loader() {
  const { brandName, appUrl } = config();
  const { info, paths, components } = openApiDocument({ siteName: brandName, origin: appUrl });
  const schemas = components.schemas as Record<string, { properties?: Record<string, Json> }>;
  const operations = syncResources.map((resource) => {
    const path = `/api/devops/sync/${resource}` as const;
    const operation = paths[path].get;
    const name = `${resource[0]?.toUpperCase()}${resource.slice(1)}Record`;
    return {
      path,
      summary: operation.summary,
      description: operation.description,
      fields: Object.entries(schemas[name]?.properties ?? {}).map(([field, schema]) => ({
        field,
        kind: kindOf(schema),
        description: plain(schema.description),
      })),
    };
  });
  const parameters = paths['/api/devops/sync/users'].get.parameters;
  const responses = paths['/api/devops/sync/users'].get.responses;
  const endpoints = Object.entries(paths)
    .filter(([path]) => path.includes('webhook-endpoints'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { summary }]) => ({
        call: `${method.toUpperCase()} ${path}`,
        summary: String(summary),
      })),
    );
  return {
    endpoints,
    description: plain(info.description),
    origin: appUrl,
    overlapHours,
    operations,
    parameters: parameters.map(({ name, description, schema }) => ({
      name,
      description: plain(description),
      kind: kindOf(schema),
    })),
    answers: Object.entries(responses as Record<string, { description: string }>).map(
      ([status, { description }]) => ({ status, description: plain(description) }),
    ),
  };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'The sync API')];

export default function Docs({ loaderData }: Route.ComponentProps) {
  const { description, origin, operations, parameters, answers } = loaderData;
  return (
    <div className="grid gap-6">
      <Breadcrumb
        crumbs={[{ to: '/admin/embedded-widget', label: 'DevOps integration' }]}
        current="The sync API"
      />
      <PageHeading
        title="The sync API"
        actions={
          <a className={buttonClass('secondary')} href="/api/devops/openapi.json">
            OpenAPI 3.1
          </a>
        }
      >
        {description}
      </PageHeading>
      <Part id="call" title="A call">
        <ScrollRegion label="A call" className="rounded-card border border-line bg-sunken p-4">
          <pre className="text-sm">{`curl -H 'x-api-key: mad_...' '${origin}/api/devops/sync/users?limit=100'`}</pre>
        </ScrollRegion>
        <p className="max-w-3xl text-sm text-muted">
          Keep <code>next_cursor</code> of the answer and send it as <code>cursor</code> with the next call:
          at once while <code>has_more</code> is true, later to learn what has changed. A key that is rotated
          is taken for {loaderData.overlapHours} hours more.
        </p>
      </Part>
      <Part id="permissions" title="Permissions">
        <DataTable
          caption="Permissions of keys"
          rows={Object.entries(devopsPermissions)}
          keyOf={([permission]) => permission}
          columns={[
            {
              label: 'Permission',
              cell: ([permission]) => <code className="whitespace-nowrap">{permission}</code>,
            },
            { label: 'What it lets do', cell: ([, description]) => description },
          ]}
        />
      </Part>
      <Part id="parameters" title="Parameters of every call">
        <DataTable
          caption="Parameters"
          rows={parameters}
          keyOf={({ name }) => name}
          columns={[
            { label: 'Parameter', cell: ({ name }) => <code className="whitespace-nowrap">{name}</code> },
            { label: 'Kind', cell: ({ kind }) => kind },
            { label: 'What it does', cell: ({ description: words }) => words },
          ]}
        />
      </Part>
      {operations.map(({ path, summary, description: words, fields }) => (
        <Part key={path} id={path.replaceAll('/', '-').slice(1)} title={`GET ${path}`}>
          <p className="text-sm text-muted">
            {summary}. {words}
          </p>
          <DataTable
            caption={`Fields of ${path}`}
            rows={fields}
            keyOf={({ field }) => field}
            columns={[
              { label: 'Field', cell: ({ field }) => <code className="whitespace-nowrap">{field}</code> },
              { label: 'Kind', cell: ({ kind }) => kind },
              { label: 'What it says', cell: ({ description: text }) => text },
            ]}
          />
        </Part>
      ))}
      <Part id="webhooks" title="Being told what happens">
        <p className="max-w-3xl text-sm text-muted">
          A program can add the address at which it is told, rather than ask again and again. Each event is
          signed as Standard Webhooks say, and holds the record it is about.
        </p>
        <DataTable
          caption="Webhook endpoints"
          rows={loaderData.endpoints}
          keyOf={({ call }) => call}
          columns={[
            { label: 'Call', cell: ({ call }) => <code>{call}</code> },
            { label: 'What it does', cell: ({ summary }) => summary },
          ]}
        />
      </Part>
      <Part id="answers" title="Answers">
        <DataTable
          caption="Statuses"
          rows={answers}
          keyOf={({ status }) => status}
          columns={[
            { label: 'Status', cell: ({ status }) => status },
            { label: 'When', cell: ({ description: words }) => words },
          ]}
        />
      </Part>
    </div>
  );
}
