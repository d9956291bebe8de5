import { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import type { ViewerRead } from '#app/domain/core/access/reads.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { isId } from '#app/domain/core/audit/target.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { hasVisibleText } from '#app/domain/core/values/typed-text.ts';
import { maxConditions } from '#app/domain/operating/segments/condition-fields.ts';
import {
  type Condition,
  describeCondition,
  isSameCondition,
  readConditions,
} from '#app/domain/operating/segments/conditions.server.ts';
import type { SegmentConditions } from '#app/domain/operating/segments/segment-sql.server.ts';
import { now } from '#app/platform/clock.server.ts';
import {
  isUniqueViolation,
  prisma,
  type Transaction,
  transaction,
} from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** So many segments are kept; a list of more is no help. */
const maxSegments = 100;

/** The longest name of a segment, in characters. */
export const maxName = 80;

export const segmentSchema = z.object({
  name: z
    .string({ error: 'Please name the segment' })
    .trim()
    .refine(hasVisibleText, 'Please name the segment')
    .max(maxName, `Please use at most ${maxName} characters`),
  match: z.enum(['all', 'any'], { error: 'Please choose one' }),
});

export type SegmentForm = z.input<typeof segmentSchema>;

/** A segment as pages show it. */
interface Segment extends SegmentConditions {
  id: string;
  name: string;
  /** The conditions as sentences; one that this release cannot read is said to be so. */
  sentences: string[];
  updatedAt: Date;
}

interface Row {
  id: string;
  name: string;
  isAny: boolean;
  conditions: unknown;
  updatedAt: Date;
}

const unreadable = 'This release cannot read the conditions, so nobody is in the segment.';

function shown({ id, name, isAny, conditions: saved, updatedAt }: Row): Segment {
  const conditions = readConditions(saved);
  const sentences = conditions === null ? [unreadable] : conditions.map(describeCondition);
  return { id, name, isAny, conditions, sentences, updatedAt };
}

/** All segments, by name. One query. */
export async function listSegments(): Promise<Segment[]> {
  const rows = await prisma().segment.findMany({ orderBy: { name: 'asc' }, take: maxSegments });
  return rows.map(shown);
}

/** All segments, by name, as part of another query. */
export const segmentsRead = (): ViewerRead<Segment[]> => ({
  name: 'segments',
  key: 'segments',
  json: () => Prisma.sql`(
    SELECT coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'isAny', s.is_any, 'conditions', s.conditions,
      'updatedAt', s.updated_at) ORDER BY s.name), '[]')
    FROM (SELECT * FROM segments ORDER BY name LIMIT ${maxSegments}) s)`,
  from: (value) =>
    (value as (Omit<Row, 'updatedAt'> & { updatedAt: string })[]).map(({ updatedAt, ...row }) =>
      shown({ ...row, updatedAt: new Date(updatedAt) }),
    ),
});

/** A segment; null where there is none of this id. One query. */
export async function findSegment(id: string): Promise<Segment | null> {
  const row = isId(id) ? await prisma().segment.findUnique({ where: { id } }) : null;
  return row && shown(row);
}

/** The segment of an id among all; one that is not among them has nobody in it. Null where no id is given. */
export function segmentOf(segments: readonly Segment[], id: string | null): SegmentConditions | null {
  if (id === null) return null;
  return segments.find((segment) => segment.id === id) ?? { isAny: false, conditions: null };
}

const gone = () => new Refusal('not_found', 'There is no such segment any more.');
const duplicateName = (error: unknown) =>
  isUniqueViolation(error) ? new Refusal('conflict', 'Another segment has this name.', 'name') : error;

const saved = (conditions: readonly Condition[]) =>
  conditions.map(({ field, values }) => ({ field, values }));

const recordSaved = (tx: Transaction, actor: Actor, { id, name, sentences }: Segment) =>
  recordAudit(tx, actor, {
    action: 'segment_saved',
    subject: { type: 'segment', id },
    after: { name, conditions: sentences.join('; ') || 'everybody' },
  });

/** Makes a segment, as part of `tx`; gives its id. @throws {Refusal} conflict past a hundred */
export async function createSegment(
  tx: Transaction,
  actor: Actor,
  { name, isAny, conditions }: { name: string; isAny: boolean; conditions: Condition[] },
): Promise<string> {
  if ((await tx.db.segment.count()) >= maxSegments)
    throw new Refusal('conflict', `There are ${maxSegments} segments already. Delete one first.`);
  const at = now();
  const row = await tx.db.segment.create({
    data: { name, isAny, conditions: saved(conditions), createdById: actor.id, createdAt: at, updatedAt: at },
  });
  await recordSaved(tx, actor, shown(row));
  return row.id;
}

/**
 * Saves a new segment, without conditions; gives its id.
 * @throws {Refusal} not_allowed; conflict for a name that is taken (field name), or past a hundred
 */
export async function addSegment(
  actor: Actor,
  { name, match }: z.output<typeof segmentSchema>,
): Promise<string> {
  try {
    return await transaction(async (tx) => {
      await requirePermission(tx, actor, 'segments:edit');
      return createSegment(tx, actor, { name, isAny: match === 'any', conditions: [] });
    });
  } catch (error) {
    throw duplicateName(error);
  }
}

/** Takes a segment for a change, as part of `tx`. @throws {Refusal} not_allowed; not_found */
async function lockSegment(tx: Transaction, actor: Actor, id: string): Promise<Segment> {
  await requirePermission(tx, actor, 'segments:edit');
  if (!isId(id)) throw gone();
  await tx.db.$queryRaw`SELECT 1 FROM segments WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  const row = await tx.db.segment.findUnique({ where: { id } });
  if (!row) throw gone();
  return shown(row);
}

async function saveConditions(tx: Transaction, actor: Actor, id: string, conditions: Condition[]) {
  const row = await tx.db.segment.update({
    where: { id },
    data: { conditions: saved(conditions), updatedAt: now() },
  });
  await recordSaved(tx, actor, shown(row));
}

/**
 * Renames a segment, and says whether all conditions have to be met or one.
 * @throws {Refusal} not_allowed; not_found; conflict for a name that is taken (field name)
 */
export async function editSegment(
  actor: Actor,
  id: string,
  { name, match }: z.output<typeof segmentSchema>,
): Promise<void> {
  try {
    await transaction(async (tx) => {
      const before = await lockSegment(tx, actor, id);
      const isAny = match === 'any';
      if (before.name === name && before.isAny === isAny) return;
      const row = await tx.db.segment.update({ where: { id }, data: { name, isAny, updatedAt: now() } });
      await recordSaved(tx, actor, shown(row));
    });
  } catch (error) {
    throw duplicateName(error);
  }
}

/**
 * Adds a condition to a segment; one that it has already changes nothing.
 * @throws {Refusal} not_allowed; not_found; conflict past twelve conditions
 */
export async function addCondition(actor: Actor, id: string, condition: Condition): Promise<void> {
  await transaction(async (tx) => {
    const { conditions } = await lockSegment(tx, actor, id);
    if (conditions === null) throw new Refusal('conflict', unreadable);
    if (conditions.some((each) => isSameCondition(each, condition))) return;
    if (conditions.length >= maxConditions)
      throw new Refusal('conflict', `A segment has at most ${maxConditions} conditions. Remove one first.`);
    await saveConditions(tx, actor, id, [...conditions, condition]);
  });
}

/**
 * Removes the condition that reads like this; where it is gone already nothing happens.
 * @throws {Refusal} not_allowed; not_found; conflict where this release cannot read the conditions
 */
export async function removeCondition(actor: Actor, id: string, sentence: string): Promise<void> {
  await transaction(async (tx) => {
    const { conditions } = await lockSegment(tx, actor, id);
    // What is left would be everybody.
    if (conditions === null) throw new Refusal('conflict', unreadable);
    const remaining = conditions.filter((each) => describeCondition(each) !== sentence);
    if (remaining.length === conditions.length) return;
    await saveConditions(tx, actor, id, remaining);
  });
}

/** Deletes a segment. @throws {Refusal} not_allowed; not_found; conflict where a sequence or a scheduled letter goes by it */
export async function deleteSegment(actor: Actor, id: string): Promise<void> {
  await transaction(async (tx) => {
    const { name } = await lockSegment(tx, actor, id);
    const [sequence] = await tx.db.$queryRaw<{ name: string }[]>`
      SELECT s.name FROM sequences s WHERE s.state <> 'archived' AND (s.goal_kind = 'segment' AND s.goal_value = ${id} OR EXISTS (
        SELECT 1 FROM sequence_steps p WHERE p.sequence_id = s.id AND p.removed_at IS NULL
          AND p.condition_kind = 'segment' AND p.condition_value = ${id})) LIMIT 1`;
    if (sequence)
      throw new Refusal(
        'conflict',
        `The sequence “${sequence.name}” uses this segment. Choose another there first.`,
      );
    const letter = await tx.db.letter.findFirst({
      where: { segmentId: id, state: 'scheduled' },
      select: { subject: true },
    });
    if (letter)
      throw new Refusal(
        'conflict',
        `The letter “${letter.subject}” is scheduled to this segment. Move it back to drafts first.`,
      );
    await tx.db.segment.delete({ where: { id } });
    await recordAudit(tx, actor, {
      action: 'segment_deleted',
      subject: { type: 'segment', id },
      before: { name },
    });
  });
}
