import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { type AuditFilter, exportAudit, type ListedAudit } from '#app/domain/core/audit/list.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';

/** Writes down that the audit log is taken out of the site, and gives it, batch by batch. @throws {Refusal} not_allowed */
export async function beginAuditExport(
  actor: Actor,
  filter: AuditFilter,
  form: string,
): Promise<AsyncGenerator<ListedAudit[]>> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'audit:export');
    await recordAudit(tx, actor, {
      action: 'audit_exported',
      after: { form, narrowed_to: narrowedTo(filter) },
    });
  });
  return exportAudit(filter);
}

const narrowedTo = (filter: AuditFilter): string =>
  Object.entries(filter)
    .flatMap(([name, value]) =>
      value === null ? [] : [`${name} ${value instanceof Date ? value.toISOString().slice(0, 10) : value}`],
    )
    .join(', ');
