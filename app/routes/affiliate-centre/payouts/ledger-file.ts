import { writeLedgerCsv } from '#app/domain/payouts/ledger-csv.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { fileResponse } from '#app/routes/http/file-response.server.ts';
import type { Route } from './+types/ledger-file';

/** The reader's whole ledger as CSV. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const text = await writeLedgerCsv(context.get(memberContext).id);
  return fileResponse(request, {
    bytes: new TextEncoder().encode(text),
    mediaType: 'text/csv; charset=utf-8',
    name: 'commissions.csv',
  });
}
