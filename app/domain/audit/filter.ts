import { isAuditAction } from '#app/domain/audit/actions.ts';
import type { AuditFilter } from '#app/domain/audit/list.server.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The day that a date field has sent, as its midnight in UTC; null for none, and for what is none. */
export function readDay(text: string | null): Date | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(text ?? '')) return null;
  const day = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(day.getTime()) ? null : day;
}

/** What an address narrows the audit log to; what it says wrongly narrows nothing. */
export function readAuditFilter(query: URLSearchParams): AuditFilter {
  const action = query.get('action');
  const actorId = query.get('by');
  const subjectId = query.get('about')?.slice(0, 100) || null;
  return {
    action: isAuditAction(action) ? action : null,
    actorId: uuid.test(actorId ?? '') ? actorId : null,
    subjectId: subjectId?.includes('\0') ? null : subjectId,
    from: readDay(query.get('from')),
    to: readDay(query.get('to')),
  };
}
