import { statementFileName, writeStatementPdf } from '#app/domain/programme/payouts/statement-pdf.server.ts';
import { findStatementPart } from '#app/domain/programme/payouts/statements.server.ts';
import { partOf } from '#app/routes/frame/pdf-parts.tsx';
import { memberContext } from '#app/routes/http/context.server.ts';
import { pdfResponse } from '#app/routes/http/file-response.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import type { Route } from './+types/statement-file';

/** A statement as a PDF, of a payout or of a month; of a long one a part (`part=2`). */
export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const viewer = context.get(memberContext);
  const { number, month } = params as { number?: string; month?: string };
  const which = month ? { month } : { number: /^\d{1,10}$/.test(number ?? '') ? Number(number) : 0 };
  const found = await findStatementPart(viewer.id, which, partOf(url));
  if (!found) throw notFound('There is no such statement');
  return pdfResponse(request, {
    write: () => writeStatementPdf(viewer, found),
    name: statementFileName(found),
  });
}
