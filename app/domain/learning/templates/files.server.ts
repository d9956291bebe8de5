import type { RootContent, TableRow } from 'mdast';
import type { Copy } from '#app/domain/learning/templates/copies.server.ts';
import { isOfRecords } from '#app/domain/learning/templates/limits.ts';
import type { Sheet, SheetCell, SheetTable } from '#app/domain/learning/templates/sheets.server.ts';
import type { Template } from '#app/domain/learning/templates/templates.server.ts';
import { cellValue } from '#app/domain/learning/templates/values.ts';
import { type Cell, csvLine, csvMark } from '#app/platform/documents/csv.ts';
import type { XlsxCell, XlsxSheet } from '#app/platform/documents/xlsx.server.ts';

/** The kinds of files a template is taken along as. */
export const fileKinds = ['docx', 'xlsx', 'csv', 'txt'] as const;
export type FileKind = (typeof fileKinds)[number];

export const mediaTypes: Record<FileKind, string> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
};

/** The kinds in which this template can be had: spreadsheets where it is a table. */
export const kindsOf = ({ sheet }: Pick<Template, 'sheet'>): FileKind[] =>
  fileKinds.filter((kind) => sheet !== null || kind === 'docx' || kind === 'txt');

/** What stands in the cells to fill in. */
type Filled = (cell: SheetCell & { kind: 'input' }) => string | number | null;

const nothing: Filled = () => null;
const examples: Filled = ({ example }) => example;
const ofCopy =
  ({ cells }: Copy): Filled =>
  ({ key }) =>
    cells[key] ?? null;

const asTyped = (value: string | number) => String(value);

function xlsxCell(cell: SheetCell, filled: Filled, span: number): XlsxCell {
  if (cell.kind === 'empty') return null;
  if (cell.kind === 'label') return { text: cell.text, is: 'label' };
  if (cell.kind === 'sum')
    return { formula: cell.formula, ...(cell.form === 'text' ? {} : { look: cell.form }) };
  const entry = filled(cell);
  const value = typeof entry === 'string' ? cellValue(cell.form, entry) : entry;
  if (value === null) return { blank: cell.form, span };
  if (typeof value === 'string') return { text: value, is: 'input', span };
  return { value, look: cell.form === 'text' ? 'number' : cell.form, span };
}

const spanOf = (cell: SheetCell, column: number, widths: readonly number[]) =>
  cell.kind === 'input' && cell.isWide ? widths.length - column : 1;

function xlsxSheet(name: string, { widths, tables }: Sheet, filled: Filled): XlsxSheet {
  const rows = tables.flatMap(({ head, rows: below }) => [
    head.map((text): XlsxCell => ({ text, is: 'head' })),
    ...below.map(({ cells }) =>
      cells.map((cell, column) => xlsxCell(cell, filled, spanOf(cell, column, widths))),
    ),
  ]);
  return { name, widths, rows };
}

function csvCell(cell: SheetCell, filled: Filled): Cell {
  if (cell.kind === 'empty') return null;
  if (cell.kind === 'label') return cell.text;
  if (cell.kind === 'sum') return { formula: cell.formula };
  const entry = filled(cell);
  const value = typeof entry === 'string' ? cellValue(cell.form, entry) : entry;
  return value instanceof Date ? value.toISOString().slice(0, 10) : value;
}

const csvOf = ({ tables }: Sheet, filled: Filled): string =>
  `${csvMark}${tables
    .flatMap(({ head, rows }) => [
      head,
      ...rows.map(({ cells }) => cells.map((cell) => csvCell(cell, filled))),
    ])
    .map((cells) => csvLine(cells))
    .join('')}`;

const textNode = (value: string) => (value === '' ? [] : [{ type: 'text' as const, value }]);
const tableRow = (texts: readonly string[]): TableRow => ({
  type: 'tableRow',
  children: texts.map((value) => ({ type: 'tableCell', children: textNode(value) })),
});

function textOfCell(cell: SheetCell, filled: Filled): string {
  if (cell.kind === 'label') return cell.text;
  if (cell.kind !== 'input') return '';
  const entry = filled(cell);
  return entry === null ? '' : asTyped(entry);
}

/** Records are too wide for a page: each that is filled in, or else an empty one, stands as names and values. */
function recordTables({ head, rows }: SheetTable, filled: Filled): RootContent[] {
  const records = rows.map(({ cells }) => cells.map((cell) => textOfCell(cell, filled)));
  const filledRecords = records.filter((words) => words.some((word) => word !== ''));
  return (filledRecords.length > 0 ? filledRecords : records.slice(0, 1)).map((words, at) => ({
    type: 'table',
    children: [
      tableRow([`${at + 1}.`, '']),
      ...head.flatMap((name, column) =>
        rows[0]?.cells[column]?.kind === 'sum' ? [] : [tableRow([name, words[column] ?? ''])],
      ),
    ],
  }));
}

function wordTables({ tables }: Sheet, filled: Filled): RootContent[] {
  return tables.flatMap((table): RootContent[] => {
    if (isOfRecords(table)) return recordTables(table, filled);
    const columns = Math.max(table.head.length, ...table.rows.map(({ cells }) => cells.length));
    const padded = (texts: string[]) => [
      ...texts,
      ...Array.from({ length: columns - texts.length }, () => ''),
    ];
    return [
      {
        type: 'table',
        children: [
          tableRow(padded(table.head)),
          ...table.rows.map(({ cells }) => tableRow(padded(cells.map((cell) => textOfCell(cell, filled))))),
        ],
      },
    ];
  });
}

/** A copy of a sheet as a text: a line for each cell that is filled in. */
function linesOf({ tables }: Sheet, filled: Filled): string {
  return tables
    .map(({ head, rows }) => {
      const lines = rows.flatMap(({ cells }) =>
        cells.flatMap((cell) => {
          const entry = cell.kind === 'input' ? filled(cell) : null;
          return entry === null || cell.kind !== 'input' ? [] : [`${cell.label}: ${entry}`];
        }),
      );
      return lines.length > 0 ? [`${head[0]?.toUpperCase()}`, ...lines].join('\n') : '';
    })
    .filter(Boolean)
    .join('\n\n');
}

/**
 * A template as a file: as it is, or as somebody has filled it in. A spreadsheet has the worked example on a sheet of its own.
 * `brandName` stands at the foot of a document's pages. Null for a kind that the template is not to be had in.
 */
export async function templateFile(
  template: Template,
  kind: FileKind,
  copy: Copy | null,
  { brandName, appUrl }: { brandName: string; appUrl: string },
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { playbook, title, sheet } = template;
  if (!kindsOf(template).includes(kind)) return null;
  const filled = copy ? ofCopy(copy) : nothing;
  if (kind === 'xlsx' && sheet) {
    const { buildXlsx } = await import('#app/platform/documents/xlsx.server.ts');
    return buildXlsx([xlsxSheet('Yours', sheet, filled), xlsxSheet('Example', sheet, examples)]);
  }
  if (kind === 'csv' && sheet) return new TextEncoder().encode(csvOf(sheet, filled));
  const text = copy?.text ?? (copy && sheet ? linesOf(sheet, filled) : template.text);
  // Line ends as every editor on every system knows them.
  if (kind === 'txt') return new TextEncoder().encode(`${text}\n`.replaceAll('\n', '\r\n'));
  const { buildDocx } = await import('#app/platform/documents/docx/docx.server.ts');
  return buildDocx({
    title,
    subtitle: playbook.title,
    author: brandName,
    body: sheet ? wordTables(sheet, filled) : [{ type: 'code', value: text }],
    baseUrl: appUrl,
    // What stands in columns needs letters of one width.
    copyAs: /\S {3,}\S|^ {4,}/m.test(text) ? 'template' : 'letter',
  });
}
