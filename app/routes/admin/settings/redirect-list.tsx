import type { ListPage } from '#app/domain/core/values/cursor.ts';
import type { ListedRedirect } from '#app/domain/operating/old-paths/redirects.server.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import { Moment } from '#app/ui/moment.tsx';

/** The redirects there are, with a button each that deletes it. */
export function RedirectList({
  list: { rows, ...beside },
  path,
  query,
  mayChange,
}: {
  list: ListPage<ListedRedirect>;
  path: string;
  query: string;
  mayChange: boolean;
}) {
  return (
    <section aria-labelledby="redirect-list" className="grid grid-cols-1 gap-4">
      <h2 id="redirect-list" className="text-xl">
        Redirects
      </h2>
      {rows.length === 0 ? (
        <EmptyState title="No redirects yet">
          Add the paths of your old site that people still open. The list below shows them.
        </EmptyState>
      ) : (
        <DataTable
          caption="List of redirects"
          rows={rows}
          keyOf={({ oldPath }) => oldPath}
          columns={[
            {
              label: 'Old path',
              className: 'wrap-anywhere',
              cell: ({ oldPath }) => <bdi dir="ltr">{oldPath}</bdi>,
            },
            {
              label: 'Leads to',
              className: 'min-w-32 wrap-anywhere',
              cell: ({ newPath }) => (
                <Link to={newPath} className="link inline-flex min-h-6 items-center">
                  <bdi dir="ltr">{newPath}</bdi>
                </Link>
              ),
            },
            { label: 'Visits', isFigure: true, cell: ({ hits }) => hits.toLocaleString('en-US') },
            {
              label: 'Last visit',
              cell: ({ lastHitAt }) => (lastHitAt ? <Moment at={lastHitAt} /> : 'Never'),
            },
            {
              label: 'Delete',
              isHidden: true,
              isShown: mayChange,
              cell: ({ oldPath }) => (
                <form method="post" action={path}>
                  <input type="hidden" name="oldPath" value={oldPath} />
                  <SubmitButton
                    intent="delete"
                    variant="secondary"
                    pendingLabel="Deleting..."
                    aria-label={`Delete the redirect from ${oldPath}`}
                  >
                    Delete
                  </SubmitButton>
                </form>
              ),
            },
          ]}
        />
      )}
      <ListWays {...waysOf(path, query, beside, '#redirect-list')} />
    </section>
  );
}
