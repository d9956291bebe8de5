import { readPlace } from '#app/domain/core/values/cursor.ts';
import { listAffiliateImports } from '#app/domain/operating/affiliate-imports/listing.server.ts';
import { receiveAffiliateFile } from '#app/domain/operating/affiliate-imports/receiving.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { fileColumns } from '#app/routes/admin/imports/file-columns.tsx';
import { receiveUpload } from '#app/routes/admin/imports/receive-upload.server.ts';
import { UploadForm } from '#app/routes/admin/imports/upload-form.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import type { Route } from './+types/imports';

export const middleware: Route.MiddlewareFunction[] = [allow('users:import')];

const path = '/admin/commissions/import';
const columns = fileColumns(path);

export async function loader({ url }: Route.LoaderArgs) {
  const { rows, ...beside } = await listAffiliateImports(readPlace(url.searchParams));
  return { rows, ways: waysOf(path, url.search, beside) };
}

export const action = ({ request, context }: Route.ActionArgs) =>
  receiveUpload(
    request,
    path,
    (file) => receiveAffiliateFile(actorOf(context), file),
    'The file is checked. Nothing is imported yet.',
  );

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Import affiliates')];

export default function AffiliateImports({ loaderData: { rows, ways }, actionData }: Route.ComponentProps) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <Breadcrumb crumbs={[{ to: '/admin/commissions', label: 'Commissions' }]} current="Import affiliates" />
      <PageHeading title="Import affiliates">
        Upload the affiliates of your old system, and then their past referrals. We check each file first and
        show you what would change. Nobody is emailed.
      </PageHeading>
      <UploadForm
        id="affiliates"
        hint="CSV or JSON lines, 10 MB at most. Affiliates: email, code or link, rate, PayPal email, balance. Referrals: customer email or Stripe customer ID, affiliate."
        reply={actionData}
      />
      {rows.length === 0 ? (
        <EmptyState title="No files yet">Files that you upload are listed here.</EmptyState>
      ) : (
        <DataTable
          caption="Files of affiliates and referrals"
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            columns.name,
            { label: 'Holds', cell: ({ kind }) => (kind === 'referrals' ? 'Referrals' : 'Affiliates') },
            columns.state,
            columns.createdAt,
            columns.author,
          ]}
        />
      )}
      <ListWays {...ways} />
    </div>
  );
}
