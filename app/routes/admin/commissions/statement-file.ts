import { findStatementOwner } from '#app/domain/administration/statement-owner.server.ts';
import { writeStatementPdf } from '#app/domain/payouts/statement-pdf.server.ts';
import { findMonthStatement, findPayoutStatement } from '#app/domain/payouts/statements.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { fileResponse } from '#app/routes/http/file-response.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import type { Route } from './+types/statement-file';

export const middleware: Route.MiddlewareFunction[] = [allow('commissions:read')];

/** As many rows as a PDF lists. */
const mostRows = 5_000;

/** A statement of an affiliate as a PDF: `payout-{number}.pdf`, or `month-{YYYY-MM}.pdf`. */
export async function loader({ request, params: { userId, file } }: Route.LoaderArgs) {
  const [, number, month] = /^(?:payout-(\d{1,9})|month-(\d{4}-\d\d))\.pdf$/.exec(file) ?? [];
  const owner = await findStatementOwner(userId);
  const found = !owner
    ? null
    : month
      ? await findMonthStatement(owner.id, month, undefined, mostRows)
      : await findPayoutStatement(owner.id, Number(number ?? 0), undefined, mostRows);
  if (!owner || !found) throw notFound('There is no such statement');
  const { head, rows } = found;
  const madeAt = head.kind === 'payout' ? head.createdAt : new Date(`${head.month}-01T00:00:00Z`);
  return fileResponse(request, {
    bytes: await writeStatementPdf(owner, head, rows, madeAt),
    mediaType: 'application/pdf',
    name: `statement-${head.kind === 'payout' ? head.number : head.month}.pdf`,
  });
}
