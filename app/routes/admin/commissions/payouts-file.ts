import { beginPayoutExport } from '#app/domain/programme/payouts/payout-export.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { deskPath } from '#app/routes/admin/commissions/desk-frame.tsx';
import { readPayoutSelection } from '#app/routes/admin/commissions/payout-scope.ts';
import { readSelectionOf } from '#app/routes/admin/lists/no-selection.server.ts';
import { exportFormOf, exportResponse } from '#app/routes/http/export-response.server.ts';
import { withQuery } from '#app/ui/list-pagination.tsx';
import type { Route } from './+types/payouts-file';

export const middleware: Route.MiddlewareFunction[] = [allow('money:move')];

/** The payouts that were ticked as a file, or all that match the list's filter (P320). */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const form = exportFormOf(params.form);
  const query = url.searchParams;
  const back = withQuery(`${deskPath}/payouts`, query.get('filter') ?? '', {});
  const selection = await readSelectionOf(back, () => readPayoutSelection(query));
  const batches = await beginPayoutExport(actorOf(context), selection, form);
  return exportResponse(batches, {
    form,
    query,
    name: 'payouts',
    columns: {
      number: ({ number }) => number,
      affiliate: ({ userName }) => userName,
      amount: ({ amountCents }) => (amountCents / 100).toFixed(2),
      currency: ({ currency }) => currency,
      state: ({ state }) => state,
      paid_to: ({ email }) => email,
      country: ({ country }) => country,
      reference: ({ reference }) => reference,
      made_at: ({ createdAt }) => createdAt,
      paid_at: ({ paidAt }) => paidAt,
      fee: ({ feeCents }) => (feeCents === null ? null : (feeCents / 100).toFixed(2)),
    },
  });
}
