import { Refusal } from '#app/domain/core/values/errors.ts';
import type { ReportedRow } from '#app/domain/operating/imports/reported-rows.ts';
import { exportResponse } from '#app/routes/http/export-response.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';

type ExportOptions = Parameters<typeof exportResponse>[1];

/** The rows of a file as a file of their own, each with what becomes of it. `listPath` is where all files are listed. */
export async function rowsResponse(
  begun: Promise<AsyncGenerator<ReportedRow[]>>,
  listPath: string,
  options: Pick<ExportOptions, 'form' | 'query' | 'name'>,
): Promise<Response> {
  const batches = await begun.catch((error: unknown) => {
    if (error instanceof Refusal && error.kind === 'not_found')
      throw notFound('There is no such import', { to: listPath, label: 'All imports' });
    throw error;
  });
  return exportResponse(batches, {
    ...options,
    columns: {
      row: ({ number }) => number,
      result: ({ outcome }) => (outcome === 'present' ? 'already here' : outcome),
      email: ({ email }) => email,
      reason: ({ reason }) => reason,
    },
  });
}
