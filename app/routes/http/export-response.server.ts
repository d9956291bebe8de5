import { type Cell, csvLine } from '#app/platform/documents/csv.ts';

/** The forms in which a list is exported. */
export type ExportForm = 'csv' | 'json';

const mediaTypes = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' };

async function* csvText<Row>(
  batches: AsyncIterable<readonly Row[]>,
  columns: Record<string, (row: Row) => Cell>,
): AsyncGenerator<string> {
  yield csvLine(Object.keys(columns));
  const cells = Object.values(columns);
  for await (const rows of batches) yield rows.map((row) => csvLine(cells.map((cell) => cell(row)))).join('');
}

async function* jsonText<Row>(
  batches: AsyncIterable<readonly Row[]>,
  columns: Record<string, (row: Row) => Cell>,
): AsyncGenerator<string> {
  const cells = Object.entries(columns);
  let before = '[\n';
  for await (const rows of batches)
    for (const row of rows) {
      yield `${before}${JSON.stringify(Object.fromEntries(cells.map(([name, cell]) => [name, cell(row)])))}`;
      before = ',\n';
    }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/**
 * A list as a file, sent as it is read: however long it is, it takes the memory of one batch. `columns` names the cells in their order.
 */
export function exportResponse<Row>(
  batches: AsyncIterable<readonly Row[]>,
  { form, name, columns }: { form: ExportForm; name: string; columns: Record<string, (row: Row) => Cell> },
): Response {
  const text = form === 'csv' ? csvText(batches, columns) : jsonText(batches, columns);
  return streamedFile(text, { form, name });
}

/** A file that is sent as it is written, at the pace of who takes it. */
export function streamedFile(
  text: AsyncGenerator<string>,
  { form, name }: { form: ExportForm; name: string },
): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await text.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await text.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      'Content-Type': mediaTypes[form],
      'Content-Disposition': `attachment; filename="${name}.${form}"`,
      'Cache-Control': 'private, no-store',
    },
  });
}
