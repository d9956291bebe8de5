import { readPlace } from '#app/domain/core/values/cursor.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { listAffiliateImports } from '#app/domain/operating/affiliate-imports/listing.server.ts';
import { receiveAffiliateFile } from '#app/domain/operating/affiliate-imports/receiving.server.ts';
import { importStateWords } from '#app/domain/operating/imports/state-words.ts';
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
import { EmptyState } from '#app/ui/empty-state.tsx';
import { FileField } from '#app/ui/file-field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/imports';

export const middleware: Route.MiddlewareFunction[] = [allow('users:import')];

const path = '/admin/commissions/import';

export async function loader({ url }: Route.LoaderArgs) {
  const { rows, ...beside } = await listAffiliateImports(readPlace(url.searchParams));
  return { rows, ways: waysOf(path, url.search, beside) };
}

export async function action({ request, context }: Route.ActionArgs) {
  try {
    const id = await readStreamedFile(request, 'files', async (file) => {
      if (file.name === '') throw new Refusal('invalid', 'Choose a file to upload', 'files');
      return receiveAffiliateFile(actorOf(context), file);
    });
    if (id === null) throw new Refusal('invalid', 'Choose a file to upload', 'files');
    return redirectWithFlash(`${path}/${id}`, 'The file is checked. Nothing is imported yet.');
  } catch (error) {
    return refusedForm(new FormData(), error);
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Import affiliates')];

export default function AffiliateImports({ loaderData: { rows, ways }, actionData }: Route.ComponentProps) {
  const form = formFields<{ files: unknown }>('affiliates', actionData);
  return (
    <div className="grid grid-cols-1 gap-5">
      <Breadcrumb crumbs={[{ to: '/admin/commissions', label: 'Commissions' }]} current="Import affiliates" />
      <PageHeading title="Import affiliates">
        Upload the affiliates of your old system, and then their past referrals. We check each file first and
        show you what would change. Nobody is emailed.
      </PageHeading>
      <Card className="max-w-3xl">
        <form method="post" noValidate id={form.id} encType="multipart/form-data" className="grid gap-5">
          <FormErrors id={form.errorId} errors={form.errors} />
          <FileField
            id="affiliates-files"
            name="files"
            label="File"
            hint="CSV or JSON lines, 10 MB at most. Affiliates: email, code, rate, PayPal email, balance. Referrals: customer email, affiliate."
            errors={form.field('files').errors}
            accept=".csv,.tsv,.txt,.jsonl,.ndjson,text/csv"
            required
          />
          <SubmitButton pendingLabel="Uploading..." className="justify-self-start">
            Upload and check
          </SubmitButton>
        </form>
      </Card>
      {rows.length === 0 ? (
        <EmptyState title="No files yet">Files that you upload are listed here.</EmptyState>
      ) : (
        <DataTable
          caption="Files of affiliates and referrals"
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
            { label: 'Holds', cell: ({ kind }) => (kind === 'referrals' ? 'Referrals' : 'Affiliates') },
            { label: 'State', cell: ({ state }) => importStateWords(state) },
            { label: 'Uploaded', cell: ({ createdAt }) => <Moment at={createdAt} /> },
            {
              label: 'By',
              cell: ({ author }) => (author === null ? 'Command line' : <bdi>{author}</bdi>),
            },
          ]}
        />
      )}
      <ListWays {...ways} />
    </div>
  );
}
