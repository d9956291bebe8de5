import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { cheapProblems } from '#app/domain/operating/letters/checks.server.ts';
import type { Fact } from '#app/domain/operating/sequences/events.ts';
import { readSegments, type SegmentsById } from '#app/domain/operating/sequences/facts.server.ts';
import {
  lockSequence,
  refuseArchived,
  type Sequence,
  sequenceSubject,
} from '#app/domain/operating/sequences/sequences.server.ts';
import { type SequenceStep, stepOf } from '#app/domain/operating/sequences/steps.server.ts';
import { withdrawSequence } from '#app/domain/operating/sequences/withdrawing.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';

function segmentProblem(fact: Fact | null, segments: SegmentsById, what: string): string[] {
  if (fact?.kind !== 'segment') return [];
  const segment = segments.get(fact.value);
  if (!segment) return [`The segment of ${what} was deleted. Choose another.`];
  if (segment.conditions === null)
    return [`This version of the site can’t read the segment of ${what}. Choose another.`];
  return segment.conditions.length === 0
    ? [`The segment of ${what} has no conditions, so it includes everyone. Add one.`]
    : [];
}

/** What keeps a sequence from being turned on. */
function sequenceProblems(
  { goal, kind }: Pick<Sequence, 'goal' | 'kind'>,
  steps: readonly SequenceStep[],
  segments: SegmentsById,
): string[] {
  if (steps.length === 0) return ['Add a step first.'];
  return [
    ...segmentProblem(goal, segments, 'the goal'),
    ...steps.flatMap((step, place) => [
      ...segmentProblem(step.condition, segments, `step ${place + 1}`),
      ...cheapProblems({ ...step, kind }).map((problem) => `Step ${place + 1}: ${problem}`),
    ]),
  ];
}

const liveSteps = async ({ db }: Transaction, sequenceId: string) =>
  (
    await db.sequenceStep.findMany({ where: { sequenceId, removedAt: null }, orderBy: { position: 'asc' } })
  ).map(stepOf);

/**
 * Turns a sequence on, or lets one that was paused go on. One that is on stays so.
 * @throws {Refusal} not_allowed; not_found; conflict where it is not ready, or was archived
 * @throws {ConfirmationNeeded}
 */
export async function turnSequenceOn(actor: Actor, id: string): Promise<void> {
  await transaction(async (tx) => {
    const sequence = await lockSequence(tx, actor, id, 'letters:send');
    if (sequence.state === 'on') return;
    refuseArchived(sequence);
    const steps = await liveSteps(tx, id);
    const segments = await readSegments(tx, [sequence.goal, ...steps.map(({ condition }) => condition)]);
    const [problem] = sequenceProblems(sequence, steps, segments);
    if (problem) throw new Refusal('conflict', problem);
    await tx.db.sequence.update({ where: { id }, data: { state: 'on', stuckReadTo: now() } });
    await recordAudit(tx, actor, {
      action: 'sequence_turned_on',
      subject: sequenceSubject(id),
      after: { name: sequence.name },
    });
    await sendJobWith(tx, 'send-sequences', {});
  });
}

/**
 * Pauses a sequence: nobody comes in, and who is in it waits. What waits in the outbox is taken out of it, and sent once it is turned on again.
 * @throws {Refusal} not_allowed; not_found
 */
export async function pauseSequence(actor: Actor, id: string): Promise<void> {
  await transaction(async (tx) => {
    const { state, name } = await lockSequence(tx, actor, id, 'letters:edit');
    if (state !== 'on') return;
    await tx.db.sequence.update({ where: { id }, data: { state: 'paused' } });
    const count = await withdrawSequence(tx, id);
    await recordAudit(tx, actor, {
      action: 'sequence_paused',
      subject: sequenceSubject(id),
      after: { name, not_sent: count },
    });
  });
}

/**
 * Archives a sequence for good: whoever is in it leaves it, and nothing of it is sent any more.
 * @throws {Refusal} not_allowed; not_found; conflict for a draft
 */
export async function archiveSequence(actor: Actor, id: string): Promise<void> {
  await transaction(async (tx) => {
    const { state, name } = await lockSequence(tx, actor, id, 'letters:edit');
    if (state === 'archived') return;
    if (state === 'draft') throw new Refusal('conflict', 'This sequence is a draft. Delete it instead.');
    await tx.db.sequence.update({ where: { id }, data: { state: 'archived' } });
    const count = await withdrawSequence(tx, id);
    await recordAudit(tx, actor, {
      action: 'sequence_archived',
      subject: sequenceSubject(id),
      after: { name, not_sent: count },
    });
    await sendJobWith(tx, 'send-sequences', {});
  });
}
