import { suppressedSql } from '#app/domain/core/suppressions/suppressed.server.ts';
import { inactiveSql, refusesSql } from '#app/domain/operating/letters/audience.server.ts';
import { skipReasons } from '#app/domain/operating/letters/kinds.ts';
import { lateMs, withholdLetter } from '#app/domain/operating/letters/late-refusals.server.ts';
import { endReasons, factOf } from '#app/domain/operating/sequences/events.ts';
import { factSql, readSegments, reversedSql } from '#app/domain/operating/sequences/facts.server.ts';
import { readSequenceKey, undoSends } from '#app/domain/operating/sequences/withdrawing.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import type { DeliveryCheck } from '#app/platform/mail/delivery.server.ts';

interface Late {
  state: string;
  isStepRemoved: boolean;
  /** When it was queued, or noted anew. */
  at: Date;
  event: string;
  goalKind: string | null;
  goalValue: string;
  endReason: string | null;
  reason: 'inactive' | 'unsubscribed' | 'suppressed' | 'moved' | null;
}

/** Whether the goal of a sequence is reached, or what started it no longer so, for whoever is in it by this row. One query, or two. */
async function findLateEnd(
  enrollmentId: string,
  { event, goalKind, goalValue }: Late,
): Promise<'goal' | 'reversed' | null> {
  const goal = factOf(goalKind, goalValue);
  const segments = await readSegments({ db: prisma() }, [goal]);
  const [row] = await prisma().$queryRaw<{ end: 'goal' | 'reversed' | null }[]>`
    SELECT CASE WHEN ${goal ? factSql(goal, segments) : Prisma.sql`false`} THEN 'goal' WHEN ${reversedSql(event)} THEN 'reversed' END AS end
    FROM sequence_enrollments e JOIN users u ON u.id = e.user_id WHERE e.id = ${enrollmentId}::uuid`;
  return row?.end ?? null;
}

/** Has the delay of the next step count from now, when a mail that waited long is handed over. */
async function noteDelivery({
  enrollmentId,
  stepId,
}: {
  enrollmentId: string;
  stepId: string;
}): Promise<void> {
  await prisma().$executeRaw`
    WITH noted AS (
      UPDATE sequence_sends SET at = ${now()} WHERE enrollment_id = ${enrollmentId}::uuid AND step_id = ${stepId}::uuid RETURNING enrollment_id)
    UPDATE sequence_enrollments e SET last_at = ${now()}, due_at = ${now()} FROM noted n
    WHERE e.id = n.enrollment_id AND e.last_step_id = ${stepId}::uuid AND e.ended_at IS NULL`;
}

/**
 * Asked for each mail of the bulk lane as it is to be handed over: letters by their own rules (`withholdLetter`), and the steps of
 * sequences by the same and by their goals, which may have been reached while the mail waited (P281). What was paused is sent once it goes on.
 */
export const withholdBulkMail: DeliveryCheck = async (mail) => {
  const step = readSequenceKey(mail.key);
  if (!step) return withholdLetter(mail);
  const { enrollmentId, stepId } = step;
  const where = { enrollmentId_stepId: { enrollmentId, stepId } };
  const [late] = await prisma().$queryRaw<Late[]>`
    SELECT s.state::text, p.removed_at IS NOT NULL AS "isStepRemoved", r.at, s.event, s.goal_kind AS "goalKind", s.goal_value AS "goalValue", e.end_reason AS "endReason", CASE
      WHEN ${inactiveSql} THEN 'inactive'
      WHEN ${refusesSql(Prisma.sql`s.kind`)} THEN 'unsubscribed'
      WHEN ${suppressedSql(Prisma.sql`${mail.recipient}`)} THEN 'suppressed'
      WHEN u.email <> ${mail.recipient} THEN 'moved'
    END AS reason
    FROM sequence_sends r JOIN sequence_enrollments e ON e.id = r.enrollment_id JOIN sequences s ON s.id = e.sequence_id
    JOIN users u ON u.id = e.user_id JOIN sequence_steps p ON p.id = r.step_id
    WHERE r.enrollment_id = ${enrollmentId}::uuid AND r.step_id = ${stepId}::uuid AND r.mail_id = ${mail.id}::uuid`;
  if (!late) return { skip: 'Not sent: its recipient is not in the sequence any more.' };
  if (late.state === 'paused' || late.state === 'archived' || late.isStepRemoved) {
    await transaction(async (tx) => {
      await tx.db.mailOutbox.deleteMany({ where: { id: mail.id } });
      await undoSends(tx, [step]);
    });
    return 'withdrawn';
  }
  // Whoever got the last step has left by it.
  const earlierEnd = late.endReason === 'finished' ? null : late.endReason;
  const end = late.reason ?? earlierEnd ?? (await findLateEnd(enrollmentId, late));
  if (end === null) {
    if (now().getTime() - late.at.getTime() > lateMs) await noteDelivery(step);
    return null;
  }
  await prisma().sequenceSend.update({ where, data: { mailId: null, skippedBecause: end } });
  if (end !== 'moved')
    await prisma().sequenceEnrollment.updateMany({
      where: { id: enrollmentId, OR: [{ endedAt: null }, { endReason: 'finished' }] },
      data: { endedAt: now(), endReason: end },
    });
  return { skip: `Not sent: ${skipReasons[end] ?? endReasons[end]?.toLowerCase() ?? end}.` };
};
