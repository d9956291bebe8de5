import { auditActionName } from '#app/domain/core/audit/actions.ts';
import { beginAuditExport } from '#app/domain/core/audit/export.server.ts';
import { readAuditFilter } from '#app/domain/core/audit/filter.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { exportFormOf, exportResponse } from '#app/routes/http/export-response.server.ts';
import type { Route } from './+types/export';

export const middleware: Route.MiddlewareFunction[] = [allow('audit:export')];

/** The audit log as a file, narrowed as the page was. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const form = exportFormOf(params.form);
  const batches = await beginAuditExport(actorOf(context), readAuditFilter(url.searchParams), form);
  return exportResponse(batches, {
    form,
    query: url.searchParams,
    name: 'audit-log',
    columns: {
      id: ({ id }) => id,
      created_at: ({ createdAt }) => createdAt,
      action: ({ action }) => action,
      action_name: ({ action }) => auditActionName(action),
      actor_id: ({ actorId }) => actorId,
      key_id: ({ keyId }) => keyId,
      subject_type: ({ subjectType }) => subjectType,
      subject_id: ({ subjectId }) => subjectId,
      before: ({ before }) => before && JSON.stringify(before),
      after: ({ after }) => after && JSON.stringify(after),
      reason: ({ reason }) => reason,
      origin: ({ origin }) => origin,
    },
  });
}
