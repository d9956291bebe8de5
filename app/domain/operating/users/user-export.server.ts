import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { findSegment } from '#app/domain/operating/segments/segments.server.ts';
import type { UserFilter } from '#app/domain/operating/users/user-filter.ts';
import { exportUsers, type ListedUser } from '#app/domain/operating/users/user-list.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';

/** A segment that is not there any more: nobody is in it. */
const nobody = { name: 'that is deleted', isAny: false, conditions: null };

/**
 * Writes down that users are taken out of the site, and gives them, batch by batch. What was searched for may name somebody: that it
 * was is recorded, not what.
 * @throws {Refusal} not_allowed
 * @throws {ConfirmationNeeded}
 */
export async function beginUserExport(
  actor: Actor,
  filter: UserFilter,
  form: string,
): Promise<AsyncGenerator<ListedUser[]>> {
  const { search, affiliate, segment: segmentId, ids, sort: _, ...named } = filter;
  const segment = segmentId === null ? null : ((await findSegment(segmentId)) ?? nobody);
  const narrowed = [
    ...Object.entries(named).flatMap(([name, value]) =>
      value === null ? [] : [`${name} ${value instanceof Date ? value.toISOString().slice(0, 10) : value}`],
    ),
    ...(ids ? [`${ids.length} chosen`] : []),
    ...(search ? ['a search'] : []),
    ...(affiliate ? ['an affiliate'] : []),
    ...(segment ? [`the segment ${segment.name}`] : []),
  ];
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'users:export');
    await recordAudit(tx, actor, {
      action: 'users_exported',
      after: { form, narrowed_to: narrowed.join(', ') || 'all users' },
    });
  });
  return exportUsers(filter, segment);
}
