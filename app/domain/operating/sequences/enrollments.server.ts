import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { isId } from '#app/domain/core/audit/target.server.ts';
import { type ListPage, type Place, pageOf } from '#app/domain/core/values/cursor.ts';
import { pageSql } from '#app/domain/core/values/cursor-sql.server.ts';
import { sequenceSubject } from '#app/domain/operating/sequences/sequences.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** Somebody in a sequence, or who was. */
interface EnrolledPerson {
  id: string;
  userId: string;
  name: string;
  email: string;
  startedAt: Date;
  lastSubject: string | null;
  lastAt: Date;
  dueAt: Date;
  endedAt: Date | null;
  endReason: string | null;
}

const perPage = 50;

/** A page of who is in a sequence, or has left it; who came in last first. One query. */
export async function listEnrolled(
  sequenceId: string,
  hasLeft: boolean,
  place: Place | null,
): Promise<ListPage<EnrolledPerson>> {
  const { past, order } = pageSql(Prisma.sql`e.started_at`, Prisma.sql`e.id`, place);
  const rows = await prisma().$queryRaw<EnrolledPerson[]>`
    SELECT e.id, u.id AS "userId", u.name, u.email, e.started_at AS "startedAt", p.subject AS "lastSubject", e.last_at AS "lastAt",
      e.due_at AS "dueAt", e.ended_at AS "endedAt", e.end_reason AS "endReason"
    FROM sequence_enrollments e JOIN users u ON u.id = e.user_id LEFT JOIN sequence_steps p ON p.id = e.last_step_id
    WHERE e.sequence_id = ${sequenceId}::uuid AND ${hasLeft ? Prisma.sql`e.ended_at IS NOT NULL` : Prisma.sql`e.ended_at IS NULL`} ${past}
    ORDER BY ${order} LIMIT ${perPage + 1}`;
  return pageOf(rows, perPage, ({ startedAt: at, id }) => ({ at, id }), place);
}

/** A sequence that somebody is in, or was. */
export interface SequenceOfPerson {
  id: string;
  sequenceId: string;
  name: string;
  startedAt: Date;
  endedAt: Date | null;
  endReason: string | null;
}

/** The sequences of a person, those they are in first, at most twenty. One query. */
export const findSequencesOf = (userId: string): Promise<SequenceOfPerson[]> =>
  prisma().$queryRaw<SequenceOfPerson[]>`
    SELECT e.id, s.id AS "sequenceId", s.name, e.started_at AS "startedAt", e.ended_at AS "endedAt", e.end_reason AS "endReason"
    FROM sequence_enrollments e JOIN sequences s ON s.id = e.sequence_id
    WHERE e.user_id = ${userId}::uuid ORDER BY e.ended_at IS NOT NULL, e.started_at DESC, e.id LIMIT 20`;

/**
 * Takes somebody out of a sequence; the second of two presses does nothing. What waits in the outbox is held back as it is to be delivered.
 * @throws {Refusal} not_allowed
 */
export async function removeFromSequence(actor: Actor, enrollmentId: string): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'letters:edit');
    if (!isId(enrollmentId)) return;
    const [removed] = await tx.db.$queryRaw<{ sequenceId: string; userId: string }[]>`
      UPDATE sequence_enrollments SET ended_at = ${now()}, end_reason = 'removed' WHERE id = ${enrollmentId}::uuid AND ended_at IS NULL
      RETURNING sequence_id AS "sequenceId", user_id AS "userId"`;
    if (!removed) return;
    await recordAudit(tx, actor, {
      action: 'sequence_person_removed',
      subject: sequenceSubject(removed.sequenceId),
      after: { person: removed.userId },
    });
  });
}
