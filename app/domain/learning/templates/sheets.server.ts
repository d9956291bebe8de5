import { createHash } from 'node:crypto';
import { z } from 'zod';
import { listContent, perContent, readYaml } from '#app/platform/content/files.server.ts';

/** What a cell holds, which decides how it is typed, read and shown. A percentage is kept as a part of one. */
export type CellForm = 'text' | 'number' | 'decimal' | 'money' | 'percent' | 'date';

const forms = ['text', 'number', 'decimal', 'money', 'percent', 'date'] as const;
const input = z.strictObject({
  /** A cell to fill in, and what it takes. */
  in: z.enum(forms),
  /** What the example has there. */
  eg: z.union([z.string(), z.number()]).optional(),
  /** It reaches to the end of the row. */
  wide: z.literal(true).optional(),
});
const sum = z.strictObject({
  /** A formula of a spreadsheet without its "="; in rows that repeat, {row} is the row's number. */
  sum: z.string().min(2),
  as: z.enum(forms).default('text'),
  /** Cells without which it shows nothing. */
  needs: z.array(z.string().regex(/^[A-Z]\d+$/)).optional(),
});
const cells = z
  .array(z.union([z.string(), z.null(), input, sum]))
  .min(2)
  .max(18);
const row = z.union([
  cells,
  z.strictObject({ head: z.array(z.string().min(1)).min(1).max(18) }),
  z.strictObject({ repeat: z.number().int().min(2).max(30), cells }),
]);
export const sheetSchema = z.strictObject({
  /** Of the columns, in characters. */
  widths: z.array(z.number().int().min(8).max(80)).min(2).max(18),
  rows: z.array(row).min(2).max(60),
});

/** A cell at its place. */
export type SheetCell =
  | { kind: 'label'; text: string }
  | {
      kind: 'input';
      /** By which it is kept: made from what its row and column are called, so that it stays the same while other rows change. */
      key: string;
      /** What it is called. */
      label: string;
      form: CellForm;
      example: string | number | null;
      isWide: boolean;
    }
  /** A formula, without its "=". */
  | { kind: 'sum'; formula: string; form: CellForm }
  | { kind: 'empty' };

export interface SheetRow {
  cells: SheetCell[];
}

/** A table of a sheet: its head, which is a row of the spreadsheet too, and its rows. */
export interface SheetTable {
  head: string[];
  rows: SheetRow[];
}

/** The spreadsheet of a playbook's template. */
export interface Sheet {
  widths: number[];
  tables: SheetTable[];
}

type Written = z.output<typeof sheetSchema>['rows'][number];

/** What is not filled in yet shows nothing, rather than a zero or an error. */
function formulaOf({ sum: text, as, needs }: z.output<typeof sum>, rowNumber: number): string {
  const formula = text.replaceAll('{row}', String(rowNumber));
  const cells = formula.match(/\$?[A-Z]\$?\d+(:[A-Z]\d+)?/g) ?? [];
  // A product or quotient says nothing while one of its parts is empty; a sum counts what is there.
  const isProduct = /^(?:\$?[A-Z]\$?\d|[\d.*/()])+$/.test(formula);
  const needed = needs ?? (isProduct ? cells : null);
  const missing = needed
    ? `OR(${needed.map((cell) => `${cell}=""`).join(',')})`
    : as !== 'text' && !formula.startsWith('COUNT')
      ? `COUNT(${cells.join(',')})=0`
      : null;
  return `IFERROR(${missing === null ? formula : `IF(${missing},"",${formula})`},"")`;
}

/** Lays the rows of a sheet's file out, each cell with what it is called. */
function layOut({ widths, rows }: z.output<typeof sheetSchema>): Sheet {
  const tables: SheetTable[] = [];
  const names = new Map<string, number>();
  let number = 0;
  const nameOf = (label: string) => {
    const times = (names.get(label) ?? 0) + 1;
    names.set(label, times);
    return `c_${createHash('sha256').update(`${label}\n${times}`).digest('hex').slice(0, 16)}`;
  };
  function place(
    entries: readonly z.output<typeof cells>[number][],
    head: readonly string[],
    nth: number | null,
  ): SheetRow {
    const first = entries[0];
    const rowName = typeof first === 'string' ? first : nth === null ? '' : `Row ${nth}`;
    return {
      cells: entries.map((cell, column): SheetCell => {
        if (cell === null) return { kind: 'empty' };
        if (typeof cell === 'string') return { kind: 'label', text: cell };
        if ('sum' in cell) return { kind: 'sum', formula: formulaOf(cell, number), form: cell.as };
        const label = [head[column === 0 || !cell.wide ? column : -1], rowName].filter(Boolean).join(', ');
        return {
          kind: 'input',
          key: nameOf(label),
          label,
          form: cell.in,
          example: cell.eg ?? null,
          isWide: cell.wide ?? false,
        };
      }),
    };
  }
  for (const entry of rows as Written[]) {
    if (!Array.isArray(entry) && 'head' in entry) {
      number += 1;
      tables.push({ head: entry.head, rows: [] });
      continue;
    }
    const table = tables.at(-1);
    if (!table) throw new Error('A sheet begins with a head.');
    const [entries, times] = Array.isArray(entry) ? [entry, 1] : [entry.cells, entry.repeat];
    for (let time = 0; time < times; time += 1) {
      number += 1;
      const isRecord = typeof entries[0] !== 'string';
      table.rows.push(place(entries, table.head, isRecord ? table.rows.length + 1 : null));
    }
  }
  return { widths, tables };
}

/** The spreadsheets of templates that are tables, by their playbook's slug; read once. @throws {ContentError} */
export const sheets = perContent(
  (): ReadonlyMap<string, Sheet> =>
    new Map(
      listContent('playbooks', /^[a-z0-9-]+\.sheet\.yaml$/).map((file) => [
        file.slice(0, -'.sheet.yaml'.length),
        layOut(readYaml(`playbooks/${file}`, sheetSchema)),
      ]),
    ),
);
