import type { Cell, Table } from '#app/platform/documents/csv.ts';

/** What a column holds: words, a count, integer cents, or a share in percent with one decimal. */
type Measure = 'text' | 'count' | 'money' | 'percent';

export interface FigureColumn {
  /** Heads the column in the file. */
  key: string;
  /** Heads it on the page. */
  label: string;
  measure: Measure;
}

/** A value of a table; null where there is none to tell. */
export type FigureValue = string | number | null;

/** Figures as rows. The page's chart and table and the file are all made from one of these, so that they agree. */
export interface FigureTable {
  columns: readonly FigureColumn[];
  rows: readonly (readonly FigureValue[])[];
  /** Of its money. */
  currency: string;
}

/** A part of a whole in percent with one decimal; null of nothing. */
export const percentOf = (part: number, whole: number): number | null =>
  whole > 0 ? Math.round((part / whole) * 1_000) / 10 : null;

/** A table as a file: money with two decimals, its currency beside the name of the column. */
export function figureFile({ columns, rows, currency }: FigureTable): Table {
  const cell = (value: FigureValue, index: number): Cell =>
    typeof value === 'number' && columns[index]?.measure === 'money' ? { cents: value } : value;
  return {
    head: columns.map(({ key, measure }) => (measure === 'money' ? `${key}_${currency}` : key)),
    batches: [rows.map((row) => row.map(cell))],
  };
}
