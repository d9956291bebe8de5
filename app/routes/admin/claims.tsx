import { claimsToSubstantiate } from '#app/domain/site/site-copy/claims.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import type { Route } from './+types/claims';

export const middleware: Route.MiddlewareFunction[] = [allow('dashboard:read')];

export const loader = () => ({ claims: claimsToSubstantiate() });

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Claims to substantiate')];

export default function Claims({ loaderData: { claims } }: Route.ComponentProps) {
  return (
    <div className="grid gap-5">
      <Breadcrumb crumbs={[{ to: '/admin', label: 'Dashboard' }]} current="Claims to substantiate" />
      <PageHeading title="Claims to substantiate">
        What pages claim and nobody has shown to be true. Outside of the demo these are left out, until the
        file is given a true one and loses its mark.
      </PageHeading>
      {claims.length === 0 ? (
        <EmptyState title="Every claim stands" />
      ) : (
        <DataTable
          caption="Claims"
          rows={claims}
          keyOf={({ file, place }) => `${file} ${place}`}
          columns={[
            { label: 'Claim', className: 'font-normal!', cell: ({ text }) => text },
            { label: 'File', cell: ({ file }) => <code className="text-xs">{file}</code> },
            { label: 'Place', cell: ({ place }) => <code className="text-xs">{place}</code> },
          ]}
        />
      )}
    </div>
  );
}
