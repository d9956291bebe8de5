import { csvLine, csvMark, type Table } from '#app/platform/documents/csv.ts';
import { streamXlsx } from '#app/platform/documents/xlsx-stream.server.ts';

/** The files that a table is downloaded as. */
const tableFormats = ['csv', 'semicolons', 'xlsx'] as const;

/** `semicolons` is CSV for spreadsheets in countries where a comma is the decimal sign. */
export type TableFormat = (typeof tableFormats)[number];

/** What each is called and sent as. */
export const tableFiles: Record<TableFormat, { extension: string; mediaType: string }> = {
  csv: { extension: 'csv', mediaType: 'text/csv; charset=utf-8' },
  semicolons: { extension: 'csv', mediaType: 'text/csv; charset=utf-8' },
  xlsx: {
    extension: 'xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
};

async function* csvBytes({ head, batches }: Table, separator: ',' | ';'): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(csvMark + csvLine(head, separator));
  for await (const rows of batches) yield encoder.encode(rows.map((row) => csvLine(row, separator)).join(''));
}

/** A table as a file, written as it is read: however long it is, it takes the memory of one batch (P180). */
export function tableFile(table: Table, format: TableFormat): AsyncGenerator<Uint8Array> {
  return format === 'xlsx' ? streamXlsx(table) : csvBytes(table, format === 'semicolons' ? ';' : ',');
}
