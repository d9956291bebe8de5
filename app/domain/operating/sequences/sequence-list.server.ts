import { describeEvent } from '#app/domain/operating/sequences/facts.server.ts';
import { maxSequences } from '#app/domain/operating/sequences/sequences.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import type { SequenceState } from '#app/platform/database/generated/enums.ts';

/** A sequence in the list. */
interface ListedSequence {
  id: string;
  name: string;
  state: SequenceState;
  startsWhen: string;
  steps: number;
  /** In it now. */
  people: number;
}

interface Row extends Omit<ListedSequence, 'startsWhen'> {
  event: string;
  eventValue: string;
  eventDays: number;
}

/** All sequences, those that are on first, then by name: there are at most a hundred. One query. */
export async function listSequences(): Promise<ListedSequence[]> {
  const rows = await prisma().$queryRaw<Row[]>`
    SELECT s.id, s.name, s.state::text, s.event, s.event_value AS "eventValue", s.event_days AS "eventDays",
      (SELECT count(*)::int FROM sequence_steps p WHERE p.sequence_id = s.id AND p.removed_at IS NULL) AS steps,
      (SELECT count(*)::int FROM sequence_enrollments e WHERE e.sequence_id = s.id AND e.ended_at IS NULL) AS people
    FROM sequences s
    ORDER BY array_position(ARRAY['on', 'paused', 'draft', 'archived'], s.state::text), lower(s.name) LIMIT ${maxSequences}`;
  return rows.map(({ event, eventValue, eventDays, ...row }) => ({
    ...row,
    startsWhen: describeEvent({ event, eventValue, eventDays }),
  }));
}
