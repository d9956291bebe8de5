import type { ListedUnknownPath } from '#app/domain/operating/old-paths/path-hits.server.ts';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { Moment } from '#app/ui/moment.tsx';

/** Paths without a page that people have opened, each with a way to add a redirect for it. */
export function UnknownPaths({
  paths,
  path,
  mayChange,
}: {
  paths: readonly ListedUnknownPath[];
  path: string;
  mayChange: boolean;
}) {
  return (
    <section aria-labelledby="unknown-paths" className="grid grid-cols-1 gap-4">
      <div className="grid max-w-prose gap-1">
        <h2 id="unknown-paths" className="text-xl">
          Visits to pages that don’t exist
        </h2>
        <p className="text-sm text-muted">
          The 50 paths that people opened most in the last 90 days without finding a page. Paths with an email
          address, a long number or a secret in them are not counted.
        </p>
      </div>
      {paths.length === 0 ? (
        <EmptyState title="No missing pages">
          Every address that people opened has a page or a redirect.
        </EmptyState>
      ) : (
        <DataTable
          caption="Paths without a page"
          rows={paths}
          keyOf={({ path: key }) => key}
          columns={[
            {
              label: 'Path',
              className: 'wrap-anywhere',
              cell: ({ path: unknownPath }) => <bdi dir="ltr">{unknownPath}</bdi>,
            },
            { label: 'Visits', isFigure: true, cell: ({ times }) => times.toLocaleString('en-US') },
            { label: 'Last visit', cell: ({ lastAt }) => <Moment at={lastAt} /> },
            {
              label: 'Redirect',
              isHidden: true,
              isShown: mayChange,
              cell: ({ path: unknownPath }) => (
                <Link to={`${path}?${new URLSearchParams({ from: unknownPath })}#redirects`} className="link">
                  Add a redirect<span className="sr-only"> for {unknownPath}</span>
                </Link>
              ),
            },
          ]}
        />
      )}
    </section>
  );
}
