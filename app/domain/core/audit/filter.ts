import { isAuditAction } from '#app/domain/core/audit/actions.ts';
import type { AuditFilter } from '#app/domain/core/audit/list.server.ts';
import { parseDay } from '#app/domain/core/values/typed-moment.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What an address narrows the audit log to; what it says wrongly narrows nothing. */
export function readAuditFilter(query: URLSearchParams): AuditFilter {
  const action = query.get('action');
  const actorId = query.get('by');
  const subjectId = query.get('about')?.slice(0, 100) || null;
  return {
    action: isAuditAction(action) ? action : null,
    actorId: uuid.test(actorId ?? '') ? actorId : null,
    subjectId: subjectId?.includes('\0') ? null : subjectId,
    from: parseDay(query.get('from')),
    to: parseDay(query.get('to')),
  };
}
