import { ledgerFile } from '#app/domain/programme/payouts/ledger-file.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { tableResponse } from '#app/routes/http/export-response.server.ts';
import type { Route } from './+types/ledger-file';

/** The reader's whole ledger as a file. */
export function loader({ url, context }: Route.LoaderArgs) {
  return tableResponse(url.searchParams, ledgerFile(context.get(memberContext).id), 'commissions');
}
