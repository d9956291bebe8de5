import type { ReactNode } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import { Link } from '#app/ui/link.tsx';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';

/** A column: what heads it, whether it holds figures, and where it leads that sorts by it. */
export interface Column {
  label: string;
  isFigure?: boolean;
  /** For those who do not see it: a column of boxes or buttons is headed by nothing. */
  isHidden?: boolean;
  sort?: { to: string; direction: 'ascending' | 'descending' | null };
}

const arrows = { ascending: '↑', descending: '↓' } as const;

/**
 * A table of many rows to work with; on a phone each row is a card (data-table.css), in which a cell is named by its `data-label`.
 * `caption` names it for those who cannot see what stands around it.
 */
export function DataTable({
  caption,
  columns,
  children,
}: {
  caption: string;
  columns: readonly Column[];
  children: ReactNode;
}) {
  return (
    <ScrollRegion label={caption} className="rounded-card border border-line bg-surface">
      <table className="data-table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ label, isFigure, isHidden, sort }) => (
              <th
                key={label}
                scope="col"
                className={classNames(isFigure && 'is-figure')}
                aria-sort={sort?.direction ?? undefined}
              >
                {sort ? (
                  <Link to={sort.to} className="inline-block py-1 no-underline hover:text-accent">
                    {label} <span aria-hidden="true">{sort.direction ? arrows[sort.direction] : ''}</span>
                  </Link>
                ) : (
                  <span className={classNames(isHidden && 'sr-only')}>{label}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollRegion>
  );
}
