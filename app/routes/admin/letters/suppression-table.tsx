import { sourceName, suppressionReasons } from '#app/domain/operating/suppressions/reasons.ts';
import { keyOfId } from '#app/routes/admin/lists/bulk-scope.ts';
import { matchText } from '#app/ui/bulk-bar.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { Link } from '#app/ui/link.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/suppressions';

const path = '/admin/letters/suppressions';

type Loaded = Route.ComponentProps['loaderData'];

export const addressNouns = ['address', 'addresses'] as const;

/** The addresses of a page, each with a box to tick. */
export function SuppressionTable({
  rows,
  matching,
  display,
  ticked,
}: Loaded & { ticked: ReadonlySet<string> }) {
  return (
    <DataTable
      {...display}
      caption="Suppressed addresses"
      rows={rows}
      keyOf={({ id }) => id}
      selection={{
        keyOf: ({ id }) => keyOfId(id),
        labelOf: ({ address }) => address,
        ticked,
      }}
      foot={matchText(matching, addressNouns)}
      columns={[
        {
          label: 'Address',
          cell: ({ id, address }) => (
            <Link to={`${path}/${id}`} className="link wrap-anywhere">
              {address}
            </Link>
          ),
        },
        { label: 'Reason', cell: ({ reason }) => suppressionReasons[reason] },
        { label: 'Reported by', cell: ({ source }) => sourceName(source) },
        { label: 'Since', cell: ({ createdAt }) => <Moment at={createdAt} /> },
      ]}
    />
  );
}
