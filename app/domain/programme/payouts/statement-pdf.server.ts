import type {} from '#app/domain/programme/payouts/isolated-tasks.ts';
import type { StatementPart } from '#app/domain/programme/payouts/statements.server.ts';
import { config } from '#app/platform/config.server.ts';
import { writeInThread } from '#app/platform/documents/write-in-thread.server.ts';

/** What a file of a statement is called. */
export function statementFileName({ head, part, parts }: StatementPart): string {
  const name = `statement-${head.kind === 'payout' ? head.number : head.month}`;
  return `${name}${parts > 1 ? `-part-${part}` : ''}.pdf`;
}

/** A statement as a tagged PDF with its rows; of one that does not change any more always the same bytes. @throws {DocumentsBusy} */
export function writeStatementPdf(
  { name, email }: { name: string; email: string },
  statement: StatementPart,
): Promise<Buffer> {
  const { brandName, operator } = config();
  const issuer = { brandName, operator: { name: operator.name, address: operator.address } };
  return writeInThread('draw-statement', { owner: { name, email }, statement, issuer });
}
