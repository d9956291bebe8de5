import { setTimeout } from 'node:timers/promises';
import { lastBulkAtSql, waitingBulkMailSql } from '#app/domain/core/bulk-mail/last-bulk.server.ts';
import { afterBulkEmail, outboxMs } from '#app/domain/core/bulk-mail/one-a-day.ts';
import { suppressedSql } from '#app/domain/core/suppressions/suppressed.server.ts';
import {
  inactiveSql,
  isOneADay,
  refusesSql,
  uncountedSql,
} from '#app/domain/operating/letters/audience.server.ts';
import { stepDueAt } from '#app/domain/operating/sequences/delays.ts';
import {
  factSql,
  readSegments,
  reversedSql,
  type SegmentsById,
} from '#app/domain/operating/sequences/facts.server.ts';
import {
  endArchived,
  lookAgainAtAll,
  startForStuck,
} from '#app/domain/operating/sequences/housekeeping.server.ts';
import { type DueStep, queueSteps } from '#app/domain/operating/sequences/queueing.server.ts';
import { type Sequence, sequenceOf } from '#app/domain/operating/sequences/sequences.server.ts';
import { stepAfter } from '#app/domain/operating/sequences/step-order.ts';
import { type SequenceStep, stepOf } from '#app/domain/operating/sequences/steps.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';
import { log } from '#app/platform/log.server.ts';

/** So many people are looked at in one transaction. */
const batchSize = 100;
/** So many bulk mails wait in the outbox at most, as for letters. */
const maxWaiting = 2_000;
/** How long one run goes on, in milliseconds; the next begins within a minute. */
const runMs = 50_000;
/** So long somebody waits whose address is not verified, in milliseconds. */
const unverifiedMs = 30 * dayMs;

/** Somebody in a sequence whose turn has come. */
interface Candidate {
  id: string;
  userId: string;
  email: string;
  name: string;
  company: string;
  username: string;
  lastStepId: string | null;
  lastAt: Date;
  /** Why they leave; null for who stays. */
  end: string | null;
  isUnverified: boolean;
  isUncounted: boolean;
  /** Their latest bulk email, of whatever kind. */
  lastBulkAt: Date | null;
  /** Whether a letter or a step for them still waits in the outbox, and whether it is one of this run. */
  isMailWaiting: boolean;
  isOwnMailWaiting: boolean;
}

/** What becomes of somebody now. */
type Turn =
  | { kind: 'end'; reason: string }
  | { kind: 'wait'; dueAt: Date }
  | { kind: 'step'; step: SequenceStep };

/** The people of a sequence who are due, in their order, locked until `tx` ends. */
const findDue = ({ db }: Transaction, { id, event, kind, goal }: Sequence, segments: SegmentsById) =>
  db.$queryRaw<Candidate[]>`
    WITH ${waitingBulkMailSql}
    SELECT e.id, e.user_id AS "userId", u.email, u.name, u.company, u.username, e.last_step_id AS "lastStepId", e.last_at AS "lastAt",
      CASE
        WHEN ${goal ? factSql(goal, segments) : Prisma.sql`false`} THEN 'goal'
        WHEN ${reversedSql(event)} THEN 'reversed'
        WHEN ${inactiveSql} THEN 'inactive'
        WHEN ${refusesSql(Prisma.sql`${kind}`)} THEN 'unsubscribed'
        WHEN ${suppressedSql(Prisma.sql`u.email`)} THEN 'suppressed'
        WHEN EXISTS (SELECT 1 FROM mail_outbox m WHERE m.recipient = u.email AND m.has_no_mailbox) THEN 'bounced'
      END AS end,
      u.email_verified_at IS NULL AS "isUnverified", ${uncountedSql} AS "isUncounted",
      ${lastBulkAtSql()} AS "lastBulkAt",
      u.email IN (SELECT recipient FROM waiting) AS "isMailWaiting",
      e.id::text IN (SELECT split_part(key, ' ', 2) FROM waiting WHERE key LIKE 'sequence %') AS "isOwnMailWaiting"
    FROM sequence_enrollments e JOIN users u ON u.id = e.user_id
    WHERE e.sequence_id = ${id}::uuid AND e.ended_at IS NULL AND e.due_at <= ${now()}
    ORDER BY e.due_at, e.id LIMIT ${batchSize} FOR NO KEY UPDATE OF e SKIP LOCKED`;

/** What becomes of somebody whose turn has come, the condition of their step aside. */
function turnOf(
  person: Candidate,
  { timeZone, mayBeSecond }: Sequence,
  steps: readonly SequenceStep[],
): Turn {
  if (person.end) return { kind: 'end', reason: person.end };
  const step = stepAfter(steps, person.lastStepId);
  if (!step) return { kind: 'end', reason: 'finished' };
  const dueAt = stepDueAt(step, person.lastAt, timeZone);
  if (dueAt > now()) return { kind: 'wait', dueAt };
  if (person.isUnverified)
    return now().getTime() - dueAt.getTime() < unverifiedMs
      ? { kind: 'wait', dueAt: new Date(now().getTime() + dayMs) }
      : { kind: 'end', reason: 'unverified' };
  const isLimited = isOneADay({ mayBeSecond });
  // The step before has to be delivered first, and no two within a day, however long the outbox keeps them.
  if (person.isOwnMailWaiting || (isLimited && person.isMailWaiting))
    return { kind: 'wait', dueAt: new Date(now().getTime() + outboxMs) };
  if (isLimited && person.lastBulkAt && afterBulkEmail(person.lastBulkAt, null, timeZone) > now())
    return { kind: 'wait', dueAt: afterBulkEmail(person.lastBulkAt, step.atMinute, timeZone) };
  return { kind: 'step', step };
}

/** Those of the due steps whose condition is not met, by the person's row in the sequence. One query, or none. */
async function findUnmet(
  { db }: Transaction,
  due: readonly DueStep<Candidate>[],
  segments: SegmentsById,
): Promise<Set<string>> {
  const conditional = due.filter(({ step }) => step.condition !== null);
  if (conditional.length === 0) return new Set();
  const cases = [...new Set(conditional.map(({ step }) => step))].map(({ id, condition, conditionIsNot }) => {
    const met = condition ? factSql(condition, segments) : Prisma.sql`true`;
    return Prisma.sql`WHEN ${id}::uuid THEN ${conditionIsNot ? Prisma.sql`NOT ${met}` : met}`;
  });
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT e.id FROM unnest(${conditional.map(({ person }) => person.id)}::uuid[], ${conditional.map(({ step }) => step.id)}::uuid[]) AS n (id, step_id)
    JOIN sequence_enrollments e ON e.id = n.id JOIN users u ON u.id = e.user_id
    WHERE NOT (CASE n.step_id ${Prisma.join(cases, ' ')} ELSE true END)`;
  return new Set(rows.map(({ id }) => id));
}

/** What is written of somebody after their turn. */
interface Outcome {
  id: string;
  lastStepId: string | null;
  lastAt: Date;
  dueAt: Date;
  endReason: string | null;
}

const writeOutcomes = ({ db }: Transaction, rows: readonly Outcome[]) =>
  db.$executeRaw`
    UPDATE sequence_enrollments e SET last_step_id = n.last_step_id, last_at = n.last_at, due_at = n.due_at, end_reason = n.end_reason,
      ended_at = CASE WHEN n.end_reason IS NOT NULL THEN ${now()}::timestamptz END
    FROM unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ lastStepId }) => lastStepId)}::uuid[], ${rows.map(({ lastAt }) => lastAt)}::timestamptz[],
      ${rows.map(({ dueAt }) => dueAt)}::timestamptz[], ${rows.map(({ endReason }) => endReason)}::text[]) AS n (id, last_step_id, last_at, due_at, end_reason)
    WHERE e.id = n.id`;

/** Where somebody stands once a step was sent to them, or passed over. */
function afterStep(
  { id }: Candidate,
  step: SequenceStep,
  steps: readonly SequenceStep[],
  timeZone: string,
): Outcome {
  const lastAt = now();
  const next = stepAfter(steps, step.id);
  const dueAt = next ? stepDueAt(next, lastAt, timeZone) : lastAt;
  return { id, lastStepId: step.id, lastAt, dueAt, endReason: next ? null : 'finished' };
}

/**
 * Queues what is due of a sequence for the next people (P280), in one transaction: whatever is killed, each step is noted and mailed, or neither.
 * True when there is nobody left for now. Batches of all bulk mail take turns, so that nobody gets two in a day because both were queued at once.
 */
export async function sendSequenceBatch(sequenceId: string): Promise<boolean> {
  return transaction(async (tx) => {
    await tx.db.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('letters to many'))`;
    await tx.db.$queryRaw`SELECT 1 FROM sequences WHERE id = ${sequenceId}::uuid FOR NO KEY UPDATE`;
    const row = await tx.db.sequence.findUnique({
      where: { id: sequenceId },
      include: { steps: { include: { links: true } } },
    });
    if (row?.state !== 'on') return true;
    const sequence = sequenceOf(row);
    const steps = row.steps.map(stepOf);
    const segments = await readSegments(tx, [sequence.goal, ...steps.map(({ condition }) => condition)]);
    const people = await findDue(tx, sequence, segments);
    const turns = people.map((person) => ({ person, turn: turnOf(person, sequence, steps) }));
    const due = turns.flatMap(({ person, turn }) =>
      turn.kind === 'step' ? [{ person, step: turn.step }] : [],
    );
    const unmet = await findUnmet(tx, due, segments);
    await queueSteps(
      tx,
      sequence.kind,
      due,
      unmet,
      row.steps.flatMap(({ links }) => links),
    );
    const outcomes = turns.map(({ person, turn }) => {
      const { id, lastStepId, lastAt } = person;
      if (turn.kind === 'step') return afterStep(person, turn.step, steps, sequence.timeZone);
      if (turn.kind === 'wait') return { id, lastStepId, lastAt, dueAt: turn.dueAt, endReason: null };
      return { id, lastStepId, lastAt, dueAt: lastAt, endReason: turn.reason };
    });
    await writeOutcomes(tx, outcomes);
    const isDueAgain = outcomes.some(({ dueAt, endReason }) => endReason === null && dueAt <= now());
    return people.length < batchSize && !isDueAgain;
  });
}

const countWaiting = () => prisma().mailOutbox.count({ where: { lane: 'bulk', status: 'queued' } });

/** Sequences in which somebody is due, apart from those that failed. */
const findSequencesDue = (failedIds: readonly string[]) =>
  prisma().$queryRaw<{ id: string }[]>`
    SELECT s.id FROM sequences s WHERE s.state = 'on' AND s.id <> ALL(${[...failedIds]}::uuid[]) AND EXISTS (
      SELECT 1 FROM sequence_enrollments e WHERE e.sequence_id = s.id AND e.ended_at IS NULL AND e.due_at <= ${now()})`;

/**
 * Queues the steps that are due, as fast as the outbox empties, for most of a minute; the next run goes on. A sequence that fails holds up none
 * of the others. @throws what the first of them failed by, once the others were served
 */
export async function sendSequences(): Promise<void> {
  const failures = new Map<string, unknown>();
  await startForStuck();
  await lookAgainAtAll();
  await endArchived();
  const end = performance.now() + runMs;
  while (performance.now() < end) {
    const sequences = await findSequencesDue([...failures.keys()]);
    if (sequences.length === 0) break;
    if ((await countWaiting()) >= maxWaiting) {
      await setTimeout(500);
      continue;
    }
    // One batch each, in turns.
    for (const { id } of sequences)
      try {
        await sendSequenceBatch(id);
      } catch (error) {
        failures.set(id, error);
        log().error({ sequenceId: id, error: String(error) }, 'a sequence could not be sent');
      }
  }
  for (const error of failures.values()) throw error;
}
