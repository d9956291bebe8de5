import type { ReactNode } from 'react';
import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import type { FigureColumn, FigureTable, FigureValue } from '#app/domain/operating/analytics/figure-table.ts';
import { type FigureRange, rangeQuery } from '#app/domain/operating/analytics/range.ts';
import { ExportLinks } from '#app/routes/frame/export-links.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';

/** A value as it is read: "$47", "1,204", "12.5%"; a dash where there is none. */
export function formatFigure(value: FigureValue, measure: FigureColumn['measure'], currency: string): string {
  if (value === null) return '–';
  if (typeof value === 'string') return value;
  if (measure === 'money') return formatMoney(value, currency || 'usd');
  return `${value.toLocaleString('en-US')}${measure === 'percent' ? '%' : ''}`;
}

/** A figure with its name and, in a sentence, what it is. */
export function KeyFigures({
  figures,
}: {
  figures: readonly { label: string; value: string; is: string }[];
}) {
  return (
    <dl
      className={classNames(
        'grid gap-px overflow-hidden rounded-card border border-line bg-line',
        figures.length === 3 ? 'md:grid-cols-3' : 'sm:grid-cols-2 xl:grid-cols-4',
      )}
    >
      {figures.map(({ label, value, is }) => (
        <div key={label} className="grid content-start gap-0.5 bg-surface p-4">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="font-display text-2xl leading-tight tabular-nums">{value}</dd>
          <dd className="text-xs text-muted">{is}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What names mean, a sentence each. */
export function Definitions({ of }: { of: Record<string, string> }) {
  return (
    <dl className="gap-x-8 text-xs text-muted md:columns-2">
      {Object.entries(of).map(([name, is]) => (
        <div key={name} className="break-inside-avoid pb-1.5">
          <dt className="inline font-semibold text-ink">{name}: </dt>
          <dd className="inline">{is}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A part of the page: what it shows, and the same as a file. */
export function FigureSection({
  id,
  title,
  file,
  range,
  kept = {},
  children,
}: {
  id: string;
  title: string;
  /** Which file: see file.ts. */
  file: string;
  range: FigureRange;
  kept?: Record<string, string> | undefined;
  children: ReactNode;
}) {
  const query = new URLSearchParams([...Object.entries(kept), ...new URLSearchParams(rangeQuery(range))]);
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        <ExportLinks to={`/admin/analytics/files/${file}.csv?${query}`} title={title} />
      </div>
      {children}
    </section>
  );
}

const isDay = /^\d{4}-\d\d-\d\d$/;

/** The largest values of a column are shaded the most: five steps, of the whole in percent. */
const shadeOf = (value: FigureValue) =>
  typeof value === 'number' && value > 0 ? `shade-${Math.min(5, Math.ceil(value / 20))}` : undefined;

/**
 * A table of figures. With `bar` the values of that column are drawn below the row's name; with `shadesFrom` shares are shaded from that
 * column on. `names` says how values of the first column are written, where not as they are.
 */
export function FigureRows({
  caption,
  table,
  bar,
  shadesFrom,
  names = String,
  hidden = [],
  foot,
}: {
  caption: string;
  table: FigureTable;
  bar?: number;
  shadesFrom?: number;
  names?: (value: FigureValue, row: readonly FigureValue[]) => ReactNode;
  /** Columns that the file has and the page has not, by key. */
  hidden?: readonly string[];
  /** A row below all others. */
  foot?: readonly FigureValue[];
}) {
  const { columns, rows, currency } = table;
  const isHidden = (index: number) => hidden.includes(columns[index]?.key ?? '');
  const most = bar === undefined ? 0 : Math.max(1, ...rows.map((row) => Number(row[bar])));
  const isFigure = (index: number) => columns[index]?.measure !== 'text';
  const cells = (row: readonly FigureValue[]) =>
    row.map((value, index) => {
      const column = columns[index];
      if (!column || index === 0 || isHidden(index)) return null;
      // Months that are not over are neither nothing nor told.
      const isShaded = shadesFrom !== undefined && index >= shadesFrom;
      return (
        <td
          key={column.key}
          className={classNames(
            isFigure(index) && 'is-figure',
            isDay.test(String(value)) && 'whitespace-nowrap',
            isShaded && shadeOf(value),
          )}
        >
          {isShaded && value === null ? null : formatFigure(value, column.measure, currency)}
        </td>
      );
    });
  return (
    <ScrollRegion label={caption} className="rounded-card border border-line">
      <table className={classNames('figure-table', bar !== undefined && 'has-bars')}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, label }, index) =>
              isHidden(index) ? null : (
                <th key={key} scope="col" className={classNames(isFigure(index) && 'is-figure')}>
                  {label}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.slice(0, 2).join(' ')}>
              <th scope="row">
                {names(row[0] ?? null, row)}
                {bar === undefined ? null : <Bar share={Number(row[bar]) / most} />}
              </th>
              {cells(row)}
            </tr>
          ))}
        </tbody>
        {foot ? (
          <tfoot>
            <tr>
              <th scope="row">{foot[0]}</th>
              {cells(foot)}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </ScrollRegion>
  );
}

function Bar({ share }: { share: number }) {
  return (
    <svg width="100%" height="6" aria-hidden="true" focusable="false" className="mt-1 block min-w-24">
      <rect width="100%" height="6" rx="2" className="fill-sunken" />
      <rect width={`${share * 100}%`} height="6" rx="2" className="fill-accent" />
    </svg>
  );
}
