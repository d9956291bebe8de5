import { courses } from '#app/domain/learning/courses/catalogue.server.ts';
import { anyValue } from '#app/domain/operating/sequences/events.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { dayMs } from '#app/platform/durations.ts';

/** So many rows are changed in one transaction. */
const batchSize = 5_000;
/** So often it is looked for who is stuck, in milliseconds. */
const stuckEveryMs = 600_000;

/**
 * Starts the sequences of whoever has become stuck since it was looked last: with a course begun, not finished, and no progress for as many
 * days as the sequence says. Who was stuck before it was turned on is not, nor who came with an import and has not gone on here.
 */
export async function startForStuck(): Promise<void> {
  const until = now();
  const due = await prisma().sequence.findMany({
    where: { state: 'on', event: 'stuck', stuckReadTo: { lte: new Date(until.getTime() - stuckEveryMs) } },
    select: { id: true },
  });
  for (const { id } of due)
    await transaction(async ({ db }) => {
      await db.$queryRaw`SELECT 1 FROM sequences WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
      const sequence = await db.sequence.findUnique({ where: { id } });
      if (sequence?.state !== 'on' || sequence.event !== 'stuck' || !sequence.stuckReadTo) return;
      const { eventValue, eventDays, stuckReadTo } = sequence;
      const slugs = eventValue === anyValue ? [...courses().keys()] : [eventValue];
      const daysAgo = (at: Date) => new Date(at.getTime() - eventDays * dayMs);
      await db.$executeRaw`
        INSERT INTO sequence_enrollments (id, sequence_id, user_id, event_key, started_at, last_at, due_at)
        SELECT gen_random_uuid(), ${id}::uuid, p.user_id, 'stuck ' || p.course_id || ' ' || extract(epoch FROM p.last_updated)::bigint, ${until}, ${until}, ${until}
        FROM user_progress p WHERE p.course_id = ANY(${slugs}) AND p.status = 'in_progress'
          AND p.imported_at IS DISTINCT FROM p.last_updated
          AND p.last_updated > ${daysAgo(stuckReadTo)} AND p.last_updated <= ${daysAgo(until)}
        ORDER BY p.last_updated, p.user_id ON CONFLICT DO NOTHING`;
      await db.sequence.update({ where: { id }, data: { stuckReadTo: until } });
    });
}

/** Has everybody in a sequence looked at whose steps or times were changed, so many at a time: sooner than was worked out before. */
export async function lookAgainAtAll(): Promise<void> {
  for (;;) {
    const sequence = await prisma().sequence.findFirst({
      where: { state: 'on', lookedAgainTo: { not: null } },
      select: { id: true },
    });
    if (!sequence) return;
    await transaction(async ({ db }) => {
      await db.$queryRaw`SELECT 1 FROM sequences WHERE id = ${sequence.id}::uuid FOR NO KEY UPDATE`;
      const row = await db.sequence.findUnique({
        where: { id: sequence.id },
        select: { lookedAgainTo: true },
      });
      if (!row?.lookedAgainTo) return;
      const people = await db.$queryRaw<{ userId: string }[]>`
        SELECT user_id AS "userId" FROM sequence_enrollments
        WHERE sequence_id = ${sequence.id}::uuid AND ended_at IS NULL AND user_id > ${row.lookedAgainTo}::uuid ORDER BY user_id LIMIT ${batchSize}`;
      const last = people.at(-1)?.userId ?? null;
      if (last)
        await db.$executeRaw`
          UPDATE sequence_enrollments SET due_at = last_at
          WHERE sequence_id = ${sequence.id}::uuid AND ended_at IS NULL AND user_id > ${row.lookedAgainTo}::uuid AND user_id <= ${last}::uuid`;
      await db.sequence.update({
        where: { id: sequence.id },
        data: { lookedAgainTo: people.length < batchSize ? null : last },
      });
    });
  }
}

/** Lets whoever is in an archived sequence leave it, so many at a time. */
export async function endArchived(): Promise<void> {
  for (;;) {
    const count = await prisma().$executeRaw`
      UPDATE sequence_enrollments SET ended_at = ${now()}, end_reason = 'archived' WHERE id IN (
        SELECT e.id FROM sequences s JOIN sequence_enrollments e ON e.sequence_id = s.id
        WHERE s.state = 'archived' AND e.ended_at IS NULL LIMIT ${batchSize})`;
    if (count < batchSize) return;
  }
}
