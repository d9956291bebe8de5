import { isAuditAction } from '#app/domain/core/audit/actions.ts';
import type { AuditFilter } from '#app/domain/core/audit/list.server.ts';
import { uuidPattern } from '#app/domain/core/audit/words.ts';
import { parseDay } from '#app/domain/core/values/typed-moment.ts';

/** What an address narrows the audit log to; what it says wrongly narrows nothing. */
export function readAuditFilter(query: URLSearchParams): AuditFilter {
  const action = query.get('action');
  const actorId = query.get('by');
  const subjectId = query.get('about')?.slice(0, 100) || null;
  return {
    action: isAuditAction(action) ? action : null,
    actorId: uuidPattern.test(actorId ?? '') ? actorId : null,
    subjectId: subjectId?.includes('\0') ? null : subjectId,
    from: parseDay(query.get('from')),
    to: parseDay(query.get('to')),
  };
}
