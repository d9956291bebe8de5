import { readPlace } from '#app/domain/core/values/cursor.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { listImports } from '#app/domain/operating/imports/listing.server.ts';
import { receiveFile } from '#app/domain/operating/imports/receiving.server.ts';
import { importStateWords, peopleWords } from '#app/domain/operating/imports/state-words.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { refusedForm } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { readStreamedFile } from '#app/routes/http/streamed-file.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { FileField } from '#app/ui/file-field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/imports';

export const middleware: Route.MiddlewareFunction[] = [allow('users:import')];

const path = '/admin/users/import';

export async function loader({ url }: Route.LoaderArgs) {
  const { rows, ...beside } = await listImports(readPlace(url.searchParams));
  return { rows, ways: waysOf(path, url.search, beside) };
}

export async function action({ request, context }: Route.ActionArgs) {
  try {
    const id = await readStreamedFile(request, 'files', async (file) => {
      if (file.name === '') throw new Refusal('invalid', 'Choose a file to upload', 'files');
      return receiveFile(actorOf(context), file);
    });
    if (id === null) throw new Refusal('invalid', 'Choose a file to upload', 'files');
    return redirectWithFlash(`${path}/${id}`, 'The file is here. Nobody is imported yet.');
  } catch (error) {
    return refusedForm(new FormData(), error);
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Import people')];

export default function Imports({ loaderData: { rows, ways }, actionData }: Route.ComponentProps) {
  const form = formFields<{ files: unknown }>('people', actionData);
  return (
    <div className="grid grid-cols-1 gap-5">
      <Breadcrumb crumbs={[{ to: '/admin/users', label: 'Users' }]} current="Import people" />
      <PageHeading title="Import people">
        Upload a list of people from another system. We check it first and show you what would change. Nobody
        is emailed.
      </PageHeading>
      <Card className="max-w-3xl">
        <form method="post" noValidate id={form.id} encType="multipart/form-data" className="grid gap-5">
          <FormErrors id={form.errorId} errors={form.errors} />
          <FileField
            id="people-files"
            name="files"
            label="File"
            hint="CSV or JSON lines, 200 MB at most. Exports from Supabase, Ghost, Kajabi, Teachable and Memberful are recognized."
            errors={form.field('files').errors}
            accept=".csv,.tsv,.txt,.jsonl,.ndjson,text/csv"
            required
          />
          <SubmitButton pendingLabel="Uploading..." className="justify-self-start">
            Upload and check
          </SubmitButton>
        </form>
      </Card>
      {rows.length > 0 ? (
        <DataTable
          caption="Files of people"
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            {
              label: 'File',
              cell: ({ id, fileName }) => (
                <Link to={`${path}/${id}`} className="link wrap-anywhere">
                  <bdi>{fileName}</bdi>
                </Link>
              ),
            },
            { label: 'State', cell: ({ state }) => importStateWords(state) },
            { label: 'New', cell: ({ newCount }) => peopleWords(newCount) },
            { label: 'Uploaded', cell: ({ createdAt }) => <Moment at={createdAt} /> },
            {
              label: 'By',
              cell: ({ author }) => (author === null ? 'Command line' : <bdi>{author}</bdi>),
            },
          ]}
        />
      ) : null}
      <ListWays {...ways} />
    </div>
  );
}
