import { isId } from '#app/domain/core/audit/target.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

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
 * Notes of steps whose mails were taken out of the outbox that they were not sent, as part of `tx`: their readers stand in front of them, and get
 * them once the sequence goes on, if they are still there.
 */
export async function undoSends({ db }: Transaction, undone: readonly Undone[]): Promise<void> {
  if (undone.length === 0) return;
  const ids = [...new Set(undone.map(({ enrollmentId }) => enrollmentId))];
  const pairs = Prisma.sql`unnest(${undone.map(({ enrollmentId }) => enrollmentId)}::uuid[], ${undone.map(({ stepId }) => stepId)}::uuid[])`;
  const last = await db.$queryRaw<{ id: string; stepId: string | null; at: Date | null }[]>`
    WITH removed AS (
      DELETE FROM sequence_sends r USING ${pairs} AS n (enrollment_id, step_id)
      WHERE r.enrollment_id = n.enrollment_id AND r.step_id = n.step_id RETURNING r.enrollment_id, r.step_id, r.at)
    SELECT n.id, l.step_id AS "stepId", l.at FROM unnest(${ids}::uuid[]) AS n (id) LEFT JOIN LATERAL (
      SELECT r.step_id, r.at FROM sequence_sends r
      WHERE r.enrollment_id = n.id AND r.at <= (SELECT min(u.at) FROM removed u WHERE u.enrollment_id = n.id)
        AND r.step_id NOT IN (SELECT u.step_id FROM removed u WHERE u.enrollment_id = n.id)
      ORDER BY r.at DESC LIMIT 1) l ON true`;
  await db.$executeRaw`
    UPDATE sequence_enrollments e SET last_step_id = n.step_id, last_at = coalesce(n.at, e.started_at), due_at = ${now()}, ended_at = NULL, end_reason = NULL
    FROM unnest(${last.map(({ id }) => id)}::uuid[], ${last.map(({ stepId }) => stepId)}::uuid[], ${last.map(({ at }) => at)}::timestamptz[])
      AS n (id, step_id, at)
    WHERE e.id = n.id AND (e.ended_at IS NULL OR e.end_reason = 'finished' AND NOT EXISTS (
      SELECT 1 FROM sequence_enrollments o WHERE o.sequence_id = e.sequence_id AND o.user_id = e.user_id AND o.ended_at IS NULL))`;
}

/**
 * Takes the mails of a sequence that wait, or those of one of its steps, out of the outbox, as part of `tx` that holds its row; gives how many. What
 * a mail server is taking right now still goes. The outbox has few bulk mails at a time.
 */
export async function withdrawSequence(
  tx: Transaction,
  sequenceId: string,
  onlyStepId: string | null = null,
): Promise<number> {
  const waiting = await tx.db.$queryRaw<{ id: string; key: string }[]>`
    SELECT id, key FROM mail_outbox WHERE status = 'queued' AND lane = 'bulk' AND claimed_at IS NULL AND key LIKE 'sequence %'`;
  const mails = waiting.flatMap(({ id, key }) => {
    const step = readSequenceKey(key);
    return step && (onlyStepId === null || step.stepId === onlyStepId) ? [{ id, ...step }] : [];
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
