import { findStatementOwner } from '#app/domain/programme/payouts/statement-owner.server.ts';
import { statementFileName, writeStatementPdf } from '#app/domain/programme/payouts/statement-pdf.server.ts';
import { findStatementPart } from '#app/domain/programme/payouts/statements.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { partOf } from '#app/routes/frame/pdf-parts.tsx';
import { pdfResponse } from '#app/routes/http/file-response.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import type { Route } from './+types/statement-file';

export const middleware: Route.MiddlewareFunction[] = [allow('commissions:read')];

/** A statement of an affiliate as a PDF: `payout-{number}.pdf`, or `month-{YYYY-MM}.pdf`; of a long one a part (`?part=2`). */
export async function loader({ request, params: { userId, file }, url }: Route.LoaderArgs) {
  const [, number, month] = /^(?:payout-(\d{1,9})|month-(\d{4}-\d\d))\.pdf$/.exec(file) ?? [];
  const owner = await findStatementOwner(userId);
  const which = month ? { month } : { number: Number(number ?? 0) };
  const found = owner && (await findStatementPart(owner.id, which, partOf(url)));
  if (!found) throw notFound('There is no such statement');
  return pdfResponse(request, {
    write: () => writeStatementPdf(owner, found),
    name: statementFileName(found),
  });
}
