import { Refusal } from '#app/domain/core/values/errors.ts';
import { beginAffiliateRowsExport } from '#app/domain/operating/affiliate-imports/listing.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { exportFormOf, exportResponse } from '#app/routes/http/export-response.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import type { Route } from './+types/rows';

export const middleware: Route.MiddlewareFunction[] = [allow('users:import')];

/** The rows of a file of affiliates or referrals, each with what becomes of it. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const form = exportFormOf(params.form);
  const batches = await beginAffiliateRowsExport(actorOf(context), params.affiliateImportId, form).catch(
    (error: unknown) => {
      if (error instanceof Refusal && error.kind === 'not_found')
        throw notFound('There is no such import', { to: '/admin/commissions/import', label: 'All imports' });
      throw error;
    },
  );
  return exportResponse(batches, {
    form,
    query: url.searchParams,
    name: 'affiliate-import-report',
    columns: {
      row: ({ number }) => number,
      result: ({ outcome }) => (outcome === 'present' ? 'already here' : outcome),
      email: ({ email }) => email,
      reason: ({ reason }) => reason,
    },
  });
}
