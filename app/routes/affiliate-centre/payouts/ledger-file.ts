import { ledgerFile } from '#app/domain/programme/payouts/ledger-file.server.ts';
import { readCommissionFilter } from '#app/routes/affiliate-centre/lists/commission-filter.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { tableResponse } from '#app/routes/http/export-response.server.ts';
import type { Route } from './+types/ledger-file';

/** The reader's ledger as a file: all of it, or what the list of commissions is narrowed to. */
export function loader({ url, context }: Route.LoaderArgs) {
  const { rows } = readCommissionFilter(url.searchParams);
  return tableResponse(url.searchParams, ledgerFile(context.get(memberContext).id, rows), 'commissions');
}
