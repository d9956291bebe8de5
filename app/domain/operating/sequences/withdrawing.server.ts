import { isId } from '#app/domain/core/audit/target.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';

/** What a step's mail goes by in the outbox: one for each time somebody is in a sequence. */
export const sequenceMailKey = (enrollmentId: string, stepId: string): string =>
  `sequence ${enrollmentId} ${stepId}`;

/** The two ids of such a key; null for the key of another mail. */
export function readSequenceKey(key: string | null): { enrollmentId: string; stepId: string } | null {
  const [name, enrollmentId = '', stepId = ''] = key?.split(' ') ?? [];
  return name === 'sequence' && isId(enrollmentId) && isId(stepId) ? { enrollmentId, stepId } : null;
}

/** Steps that were noted as sent, and were not. */
interface Undone {
  enrollmentId: string;
  stepId: string;
}

/**
 * Notes of steps whose mails were taken out of the outbox that they were not sent, as part of `tx`: their readers stand where they stood before,
 * and get them once the sequence is on again.
 */
export async function undoSends({ db }: Transaction, undone: readonly Undone[]): Promise<void> {
  if (undone.length === 0) return;
  const ids = undone.map(({ enrollmentId }) => enrollmentId);
  await db.$executeRaw`
    DELETE FROM sequence_sends r USING unnest(${ids}::uuid[], ${undone.map(({ stepId }) => stepId)}::uuid[]) AS n (enrollment_id, step_id)
    WHERE r.enrollment_id = n.enrollment_id AND r.step_id = n.step_id`;
  await db.$executeRaw`
    UPDATE sequence_enrollments e SET last_step_id = l.step_id, last_at = coalesce(l.at, e.started_at), due_at = ${now()}, ended_at = NULL, end_reason = NULL
    FROM unnest(${ids}::uuid[]) AS n (id) LEFT JOIN LATERAL (
      SELECT r.step_id, r.at FROM sequence_sends r WHERE r.enrollment_id = n.id ORDER BY r.at DESC LIMIT 1) l ON true
    WHERE e.id = n.id AND (e.ended_at IS NULL OR e.end_reason = 'finished' AND NOT EXISTS (
      SELECT 1 FROM sequence_enrollments o WHERE o.sequence_id = e.sequence_id AND o.user_id = e.user_id AND o.ended_at IS NULL))`;
}

/**
 * Takes the mails of a sequence that wait out of the outbox, as part of `tx` that holds its row; gives how many. What a mail server is taking right
 * now still goes. The outbox has few bulk mails at a time.
 */
export async function withdrawSequence(tx: Transaction, sequenceId: string): Promise<number> {
  const waiting = await tx.db.$queryRaw<{ id: string; key: string }[]>`
    SELECT id, key FROM mail_outbox WHERE status = 'queued' AND lane = 'bulk' AND claimed_at IS NULL AND key LIKE 'sequence %'`;
  const mails = waiting.flatMap(({ id, key }) => {
    const step = readSequenceKey(key);
    return step ? [{ id, ...step }] : [];
  });
  const own = await tx.db.sequenceEnrollment.findMany({
    where: { sequenceId, id: { in: mails.map(({ enrollmentId }) => enrollmentId) } },
    select: { id: true },
  });
  const ownIds = new Set(own.map(({ id }) => id));
  const ids = mails.flatMap(({ id, enrollmentId }) => (ownIds.has(enrollmentId) ? [id] : []));
  const withdrawn = await tx.db.$queryRaw<{ id: string }[]>`
    DELETE FROM mail_outbox WHERE id = ANY(${ids}::uuid[]) AND status = 'queued' AND claimed_at IS NULL RETURNING id`;
  const withdrawnIds = new Set(withdrawn.map(({ id }) => id));
  await undoSends(
    tx,
    mails.filter(({ id }) => withdrawnIds.has(id)),
  );
  return withdrawn.length;
}
