import { readPlace } from '#app/domain/core/values/cursor.ts';
import { listImports } from '#app/domain/operating/imports/listing.server.ts';
import { receiveFile } from '#app/domain/operating/imports/receiving.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { countPeople } from '#app/routes/admin/count-of.ts';
import { fileColumns } from '#app/routes/admin/imports/file-columns.tsx';
import { receiveUpload } from '#app/routes/admin/imports/receive-upload.server.ts';
import { UploadForm } from '#app/routes/admin/imports/upload-form.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import type { Route } from './+types/imports';

export const middleware: Route.MiddlewareFunction[] = [allow('users:import')];

const path = '/admin/users/import';
const columns = fileColumns(path);

export async function loader({ url }: Route.LoaderArgs) {
  const { rows, ...beside } = await listImports(readPlace(url.searchParams));
  return { rows, ways: waysOf(path, url.search, beside) };
}

export const action = ({ request, context }: Route.ActionArgs) =>
  receiveUpload(
    request,
    path,
    (file) => receiveFile(actorOf(context), file),
    'The file is here. Nobody is imported yet.',
  );

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Import people')];

export default function Imports({ loaderData: { rows, ways }, actionData }: Route.ComponentProps) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <Breadcrumb crumbs={[{ to: '/admin/users', label: 'Users' }]} current="Import people" />
      <PageHeading title="Import people">
        Upload a list of people from another system. We check it first and show you what would change. Nobody
        is emailed.
      </PageHeading>
      <UploadForm
        id="people"
        hint="CSV or JSON lines, 200 MB at most. Exports from Supabase, Ghost, Kajabi, Teachable and Memberful are recognized."
        reply={actionData}
      />
      {rows.length > 0 ? (
        <DataTable
          caption="Files of people"
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            columns.name,
            columns.state,
            { label: 'New', cell: ({ newCount }) => countPeople(newCount) },
            columns.createdAt,
            columns.author,
          ]}
        />
      ) : null}
      <ListWays {...ways} />
    </div>
  );
}
