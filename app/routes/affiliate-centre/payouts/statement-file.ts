import { writeStatementPdf } from '#app/domain/payouts/statement-pdf.server.ts';
import { findMonthStatement, findPayoutStatement } from '#app/domain/payouts/statements.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { fileResponse } from '#app/routes/http/file-response.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import type { Route } from './+types/statement-file';

/** As many rows as a PDF lists; of more it says what the others come to, and they stand in the CSV. */
const mostRows = 5_000;

/** A statement as a PDF, of a payout or of a month. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = context.get(memberContext);
  const { number, month } = params as { number?: string; month?: string };
  const found = month
    ? await findMonthStatement(viewer.id, month, undefined, mostRows)
    : await findPayoutStatement(
        viewer.id,
        /^\d{1,10}$/.test(number ?? '') ? Number(number) : 0,
        undefined,
        mostRows,
      );
  if (!found) throw notFound('There is no such statement');
  const { head, rows } = found;
  const madeAt = head.kind === 'payout' ? head.createdAt : new Date(`${head.month}-01T00:00:00Z`);
  return fileResponse(request, {
    bytes: await writeStatementPdf(viewer, head, rows, madeAt),
    mediaType: 'application/pdf',
    name: head.kind === 'payout' ? `statement-${head.number}.pdf` : `statement-${head.month}.pdf`,
  });
}
