import { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { isId } from '#app/domain/core/audit/target.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { wholeField } from '#app/domain/core/values/typed-number-fields.ts';
import { hasVisibleText } from '#app/domain/core/values/typed-text.ts';
import { letterKindNames } from '#app/domain/operating/letters/kinds.ts';
import { tagSchema } from '#app/domain/operating/segments/tag-schema.ts';
import { anyValue, type Fact, factOf, sequenceEvents } from '#app/domain/operating/sequences/events.ts';
import { now } from '#app/platform/clock.server.ts';
import {
  isUniqueViolation,
  prisma,
  type Transaction,
  transaction,
} from '#app/platform/database/client.server.ts';
import type { SequenceState } from '#app/platform/database/generated/enums.ts';
import { dayMs } from '#app/platform/durations.ts';
import { isTimeZone } from '#app/platform/time-zone.ts';

/** A sequence as admins see it. */
export interface Sequence {
  id: string;
  name: string;
  state: SequenceState;
  event: string;
  eventValue: string;
  /** Days without progress, where the event is being stuck. */
  eventDays: number;
  goal: Fact | null;
  kind: string;
  mayBeSecond: boolean;
  timeZone: string;
  updatedAt: Date;
}

/** So many sequences are kept, archived ones too. */
export const maxSequences = 100;

const name = z
  .string({ error: 'Please name the sequence' })
  .trim()
  .refine(hasVisibleText, 'Please name the sequence')
  .max(80, 'Please use at most 80 characters');

export const newSequenceSchema = z.object({ name });

/** A choice such as "bought:membership" or "tagged", whose tag stands in a field of its own. */
const splitChoice = (choice: string): [kind: string, value: string] => {
  const colon = choice.indexOf(':');
  return colon < 0 ? [choice, ''] : [choice.slice(0, colon), choice.slice(colon + 1)];
};

/** Reads the tag of its own field, as part of a form. */
function readTag(text: string, field: string, context: z.RefinementCtx): string {
  const tag = tagSchema.safeParse(text);
  if (tag.success) return tag.data;
  context.addIssue({
    code: 'custom',
    path: [field],
    message: tag.error.issues[0]?.message ?? 'Please type a tag',
  });
  return '';
}

const valueForm = /^[A-Za-z0-9_-]{1,100}$/;

/** Reads a fact that a form has chosen, as part of its schema; null for none. */
export function readFact(
  choice: string,
  tag: string,
  fields: { choice: string; tag: string },
  context: z.RefinementCtx,
): Fact | null {
  if (choice === '') return null;
  const [kind, value] = splitChoice(choice);
  const fact = factOf(kind, value);
  if (fact?.kind === 'tagged') return { ...fact, value: readTag(tag, fields.tag, context) };
  if (fact && valueForm.test(value)) return fact;
  context.addIssue({ code: 'custom', path: [fields.choice], message: 'Please choose one' });
  return null;
}

const chosen = z.string({ error: 'Please choose one' }).max(200, 'Please choose one');
const optionalText = z.string().max(200, 'Please use at most 200 characters').default('');

const days = 'Please type a whole number of days from 1 to 365';

export const sequenceSchema = z
  .object({
    name,
    event: chosen,
    eventTag: optionalText,
    eventDays: z.preprocess(
      (text) => (text === undefined || text === '' ? '14' : text),
      wholeField(days, { unit: 'number', noun: 'day' }).pipe(z.number().min(1, days).max(365, days)),
    ),
    goal: chosen.default(''),
    goalTag: optionalText,
    kind: z.enum(letterKindNames as [string, ...string[]], { error: 'Please choose one' }),
    timeZone: z
      .string()
      .trim()
      .max(60, 'Please use a name such as Europe/Berlin')
      .default('UTC')
      .refine(isTimeZone, 'Please use a name such as America/New_York, Europe/Berlin or UTC'),
    mayBeSecond: z.literal('on').optional(),
    /** When the sequence was saved last, as the form was shown. */
    version: z.string().max(40).default(''),
  })
  .transform(({ event: eventChoice, eventTag, goal: goalChoice, goalTag, mayBeSecond, ...form }, context) => {
    const [event, value] = splitChoice(eventChoice);
    const isKnown = Object.hasOwn(sequenceEvents, event);
    const isTag = event === 'tagged';
    if (!isKnown || (event !== 'registered' && !isTag && !valueForm.test(value)))
      context.addIssue({ code: 'custom', path: ['event'], message: 'Please choose one' });
    return {
      ...form,
      event,
      eventValue: isTag ? readTag(eventTag, 'eventTag', context) : event === 'registered' ? anyValue : value,
      goal: readFact(goalChoice, goalTag, { choice: 'goal', tag: 'goalTag' }, context),
      mayBeSecond: mayBeSecond === 'on',
    };
  });

/** The fields of the form, as it sends them. */
export interface SequenceForm {
  name: string;
  event: string;
  eventTag: string;
  eventDays: string;
  goal: string;
  goalTag: string;
  kind: string;
  timeZone: string;
  mayBeSecond: string;
  version: string;
}

/** What a choice is in its form: a tag goes without its value, which has a field of its own. */
const choiceOf = (kind: string, value: string) =>
  kind === 'tagged' || value === '' ? kind : `${kind}:${value}`;

/** A fact as its form shows it. */
export const factFields = (fact: Fact | null) => ({
  choice: fact ? choiceOf(fact.kind, fact.value) : '',
  tag: fact?.kind === 'tagged' ? fact.value : '',
});

/** A sequence as its form shows it. */
export function sequenceFields(sequence: Sequence): SequenceForm {
  const { event, eventValue, eventDays, goal, mayBeSecond, updatedAt } = sequence;
  const goalFields = factFields(goal);
  return {
    name: sequence.name,
    event: event === 'registered' ? event : choiceOf(event, eventValue),
    eventTag: event === 'tagged' ? eventValue : '',
    eventDays: String(eventDays),
    goal: goalFields.choice,
    goalTag: goalFields.tag,
    kind: sequence.kind,
    timeZone: sequence.timeZone,
    mayBeSecond: mayBeSecond ? 'on' : '',
    version: updatedAt.toISOString(),
  };
}

interface Row extends Omit<Sequence, 'goal'> {
  goalKind: string | null;
  goalValue: string;
}

export const sequenceOf = ({ goalKind, goalValue, ...row }: Row): Sequence => ({
  ...row,
  goal: factOf(goalKind, goalValue),
});

/** A sequence; null where there is none of this id. One query. */
export async function findSequence(id: string): Promise<Sequence | null> {
  const row = isId(id) ? await prisma().sequence.findUnique({ where: { id } }) : null;
  return row && sequenceOf(row);
}

const noSequence = () => new Refusal('not_found', 'There is no such sequence any more.');

/** Takes a sequence for a change, as part of `tx`. @throws {Refusal} not_allowed; not_found @throws {ConfirmationNeeded} */
export async function lockSequence(
  tx: Transaction,
  actor: Actor,
  id: string,
  permission: 'letters:edit' | 'letters:send',
): Promise<Sequence> {
  await requirePermission(tx, actor, permission);
  if (!isId(id)) throw noSequence();
  await tx.db.$queryRaw`SELECT 1 FROM sequences WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  const row = await tx.db.sequence.findUnique({ where: { id } });
  if (!row) throw noSequence();
  return sequenceOf(row);
}

/** @throws {Refusal} conflict for one that was archived */
export function refuseArchived({ state }: Sequence): void {
  if (state === 'archived') throw new Refusal('conflict', 'This sequence is archived. It can’t be changed.');
}

export const sequenceSubject = (id: string) => ({ type: 'sequence', id }) as const;

const duplicateName = (error: unknown) =>
  isUniqueViolation(error) ? new Refusal('conflict', 'Another sequence has this name.', 'name') : error;

/** The next moment at which a row is saved: two in a millisecond differ. */
export const savedAfter = (updatedAt: Date) => new Date(Math.max(now().getTime(), updatedAt.getTime() + 1));

/**
 * Begins a sequence; gives its id. A form that is sent twice begins one.
 * @throws {Refusal} not_allowed; conflict for a name that is taken (field name), or past a hundred
 */
export async function addSequence(actor: Actor, form: z.output<typeof newSequenceSchema>): Promise<string> {
  try {
    return await transaction(async (tx) => {
      await requirePermission(tx, actor, 'letters:edit');
      await tx.db.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('new sequence'))`;
      const same = await tx.db.sequence.findFirst({
        where: {
          ...{ name: form.name, createdById: actor.id, state: 'draft', steps: { none: {} } },
          createdAt: { gte: new Date(now().getTime() - dayMs) },
        },
      });
      if (same) return same.id;
      if ((await tx.db.sequence.count()) >= maxSequences)
        throw new Refusal('conflict', `There are ${maxSequences} sequences already. Delete a draft first.`);
      const at = now();
      const { id } = await tx.db.sequence.create({
        data: { name: form.name, createdById: actor.id, createdAt: at, updatedAt: at },
      });
      await recordAudit(tx, actor, {
        action: 'sequence_saved',
        subject: sequenceSubject(id),
        after: { name: form.name },
      });
      return id;
    });
  } catch (error) {
    throw duplicateName(error);
  }
}

/** What a fact is in its columns. */
const goalColumns = (goal: Fact | null) => ({
  goalKind: goal?.kind ?? null,
  goalValue: goal?.value ?? '',
});

/**
 * Saves what starts a sequence, what ends it and how it is sent. Of a running one it holds from then on: who is in it goes on.
 * @throws {Refusal} not_allowed; not_found; conflict for one that was archived, was saved by somebody else meanwhile, or whose name is
 * taken (field name); invalid for a segment that is not there (field goal)
 */
export async function saveSequence(
  actor: Actor,
  id: string,
  form: z.output<typeof sequenceSchema>,
): Promise<void> {
  const { version, goal, ...fields } = form;
  try {
    await transaction(async (tx) => {
      const sequence = await lockSequence(tx, actor, id, 'letters:edit');
      refuseArchived(sequence);
      await refuseUnknownSegment(tx, goal, 'goal');
      const data = { ...fields, ...goalColumns(goal) };
      const before = { ...sequence, ...goalColumns(sequence.goal) };
      if (Object.entries(data).every(([key, value]) => before[key as keyof typeof before] === value)) return;
      if (sequence.updatedAt.toISOString() !== version)
        throw new Refusal(
          'conflict',
          'Somebody saved this sequence while you typed. Compare, then save again.',
        );
      const stuckReadTo = fields.event === 'stuck' && sequence.state === 'on' ? now() : undefined;
      await tx.db.sequence.update({
        where: { id },
        data: { ...data, ...(stuckReadTo ? { stuckReadTo } : {}), updatedAt: savedAfter(sequence.updatedAt) },
      });
      // Times of day, and with them when somebody is due, go by the time zone.
      if (fields.timeZone !== sequence.timeZone) await lookAgain(tx, id);
      await recordAudit(tx, actor, {
        action: 'sequence_saved',
        subject: sequenceSubject(id),
        after: {
          name: fields.name,
          event: `${fields.event} ${fields.eventValue}`,
          goal: goal ? `${goal.kind} ${goal.value}` : null,
        },
      });
    });
  } catch (error) {
    throw duplicateName(error);
  }
}

/** @throws {Refusal} invalid where a fact names a segment that is not there */
export async function refuseUnknownSegment(
  { db }: Transaction,
  fact: Fact | null,
  field: string,
): Promise<void> {
  if (fact?.kind !== 'segment') return;
  const count = isId(fact.value) ? await db.segment.count({ where: { id: fact.value } }) : 0;
  if (count === 0) throw new Refusal('invalid', 'There is no such segment any more.', field);
}

/** Has the job look at everybody in a sequence anew, as part of `tx`: what says when their next step is due was changed. */
export async function lookAgain({ db }: Transaction, sequenceId: string): Promise<void> {
  await db.sequence.update({ where: { id: sequenceId }, data: { lookedAgainTo: firstId } });
}

/** Before every id of a person. */
const firstId = '00000000-0000-0000-0000-000000000000';

/** Deletes a sequence that was never turned on. @throws {Refusal} not_allowed; not_found; conflict */
export async function deleteSequence(actor: Actor, id: string): Promise<void> {
  await transaction(async (tx) => {
    const { state, name: title } = await lockSequence(tx, actor, id, 'letters:edit');
    if (state !== 'draft')
      throw new Refusal('conflict', 'Only drafts can be deleted. Archive this sequence instead.');
    await tx.db.sequence.delete({ where: { id } });
    await recordAudit(tx, actor, {
      action: 'sequence_deleted',
      subject: sequenceSubject(id),
      before: { name: title },
    });
  });
}
