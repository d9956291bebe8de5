import type { Cell, Table } from '#app/platform/documents/csv.ts';
import { type TableFormat, tableFile, tableFiles } from '#app/platform/documents/table-file.server.ts';
import { runAs } from '#app/platform/runtime/work-kind.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';

/** Which file of a table an address asks for: `format=xlsx`, or CSV with `separator=semicolon`. */
function tableFormatOf(query: URLSearchParams): TableFormat {
  if (query.get('format') === 'xlsx') return 'xlsx';
  return query.get('separator') === 'semicolon' ? 'semicolons' : 'csv';
}

/** A table as the file that its address asks for, sent as it is written; `name` is without its ending. */
export function tableResponse(query: URLSearchParams, table: Table, name: string): Response {
  const format = tableFormatOf(query);
  const { extension, mediaType } = tableFiles[format];
  return streamedFile(tableFile(table, format), { name: `${name}.${extension}`, mediaType });
}

async function* jsonText({ head, batches }: Table): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let before = '[\n';
  for await (const rows of batches)
    for (const row of rows) {
      const record = Object.fromEntries(head.map((name, index) => [name, row[index]]));
      yield encoder.encode(`${before}${JSON.stringify(record)}`);
      before = ',\n';
    }
  yield encoder.encode(before === '[\n' ? '[]\n' : '\n]\n');
}

/** The forms in which a list is exported: a table, or JSON for programs. */
type ExportForm = 'csv' | 'json';

/** Which form a path asks for. @throws 404 for any other. */
export function exportFormOf(form: string): ExportForm {
  if (form !== 'csv' && form !== 'json') throw notFound('There is no such file');
  return form;
}

/**
 * A list as a file, sent as it is read: however long it is, it takes the memory of one batch. `columns` names the cells in their order.
 */
export function exportResponse<Row>(
  batches: AsyncIterable<readonly Row[]>,
  {
    form,
    query,
    name,
    columns,
  }: { form: ExportForm; query: URLSearchParams; name: string; columns: Record<string, (row: Row) => Cell> },
): Response {
  const cells = Object.values(columns);
  async function* rowsOf() {
    for await (const rows of batches) yield rows.map((row) => cells.map((cell) => cell(row)));
  }
  const table = { head: Object.keys(columns), batches: rowsOf() };
  if (form === 'csv') return tableResponse(query, table, name);
  return streamedFile(jsonText(table), {
    name: `${name}.json`,
    mediaType: 'application/json; charset=utf-8',
  });
}

/** A file that is sent as it is written, at the pace of who takes it. */
export function streamedFile(
  bytes: AsyncGenerator<Uint8Array>,
  { name, mediaType }: { name: string; mediaType: string },
): Response {
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      // It is read after the request has been left.
      const { done, value } = await runAs('report', () => bytes.next());
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await bytes.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      'Content-Type': mediaType,
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'private, no-store',
    },
  });
}
