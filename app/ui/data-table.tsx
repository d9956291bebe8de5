import type { ReactNode } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import { Link } from '#app/ui/link.tsx';
import { bulkFormId, rowFieldPrefix } from '#app/ui/row-fields.ts';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';

/** A column of a table: its heading and, for each row, its cell. The first column's cell is the heading of the row. */
export interface Column<Row> {
  /** Heads the column and, on a phone, names each of its cells. */
  label: string;
  cell: (row: Row) => ReactNode;
  isFigure?: boolean;
  /** The heading is for screen readers only, as that of a column of buttons. */
  isHidden?: boolean;
  /** Whether the table has this column; it does unless this is false. */
  isShown?: boolean;
  /** Classes of the cells, not of the heading. */
  className?: string | ((row: Row) => string);
  /** Where the heading leads that sorts by this column. */
  sort?: { to: string; direction: 'ascending' | 'descending' | null };
}

/** What makes the rows of a table selectable: each has a box before it, which belongs to the bulk form (bulk-bar.tsx). */
interface Selection<Row> {
  /** What a row's box is known by in the form, letters and digits; null for a row that has none. */
  keyOf: (row: Row) => string | null;
  /** Names a row's box for screen readers. */
  labelOf: (row: Row) => ReactNode;
  /** What a row comes to, in integer cents: with scripts the bar adds up what is ticked. */
  amountOf?: (row: Row) => { cents: number; currency: string };
  /** The keys of rows that are ticked already, as in a form that was refused. */
  ticked?: ReadonlySet<string>;
}

const arrows = { ascending: '↑', descending: '↓' } as const;

/**
 * A table of many rows to work with; on a phone each row is a card (data-table.css), in which a cell is named by its `data-label`.
 * `caption` names it for those who cannot see what surrounds it.
 */
export function DataTable<Row>({
  caption,
  rows,
  keyOf,
  columns: allColumns,
  selection,
  foot,
  isCompact = false,
  hidden = [],
}: {
  caption: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  columns: readonly Column<Row>[];
  selection?: Selection<Row> | undefined;
  /** What all rows of the list come to, those of other pages included. */
  foot?: ReactNode;
  isCompact?: boolean | undefined;
  /** Headings of columns that its reader does not want. */
  hidden?: readonly string[] | undefined;
}) {
  const columns = allColumns.filter(({ isShown, label }) => isShown !== false && !hidden.includes(label));
  return (
    <ScrollRegion label={caption} className="rounded-card border border-line bg-surface">
      <table className={classNames('data-table', isCompact && 'is-compact')}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {selection ? (
              <th scope="col" className="is-box">
                <span className="sr-only">Selected</span>
                {/* It ticks by a script alone (app/ui/script/work-list). */}
                <label className="scripts-only row-box">
                  <input type="checkbox" data-selects-page className="size-5 accent-accent" />
                  <span className="sr-only">All on this page</span>
                </label>
              </th>
            ) : null}
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
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {selection ? (
                <td className="is-box">
                  <RowBox row={row} selection={selection} />
                </td>
              ) : null}
              {columns.map((column, position) => (
                <Cell key={column.label} row={row} column={column} isHeading={position === 0} />
              ))}
            </tr>
          ))}
        </tbody>
        {foot ? (
          <tfoot>
            <tr>
              <td colSpan={columns.length + (selection ? 1 : 0)}>{foot}</td>
            </tr>
          </tfoot>
        ) : null}
      </table>
    </ScrollRegion>
  );
}

/** The box that selects a row, for lists that are no tables too. */
export function RowBox<Row>({ row, selection }: { row: Row; selection: Selection<Row> }) {
  const key = selection.keyOf(row);
  if (key === null) return null;
  const amount = selection.amountOf?.(row);
  return (
    <label className="row-box">
      <input
        type="checkbox"
        form={bulkFormId}
        name={`${rowFieldPrefix}${key}`}
        defaultChecked={selection.ticked?.has(key)}
        data-cents={amount?.cents}
        data-currency={amount?.currency}
        className="row-tick size-5 accent-accent"
      />
      <span className="sr-only">{selection.labelOf(row)}</span>
    </label>
  );
}

function Cell<Row>({ row, column, isHeading }: { row: Row; column: Column<Row>; isHeading: boolean }) {
  const { label, cell, isFigure, isHidden, className } = column;
  const names = classNames(
    isFigure && 'is-figure',
    typeof className === 'function' ? className(row) : className,
  );
  if (isHeading)
    return (
      <th scope="row" className={names || undefined}>
        {cell(row)}
      </th>
    );
  return (
    <td data-label={isHidden ? undefined : label} className={names || undefined}>
      {cell(row)}
    </td>
  );
}
