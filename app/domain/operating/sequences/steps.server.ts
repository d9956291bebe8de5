import { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { isId } from '#app/domain/core/audit/target.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { wholeField } from '#app/domain/core/values/typed-number-fields.ts';
import { cheapProblems } from '#app/domain/operating/letters/checks.server.ts';
import { letterTextSchema } from '#app/domain/operating/letters/schemas.server.ts';
import { describeMinute } from '#app/domain/operating/letters/send-times.ts';
import { queueTestMail } from '#app/domain/operating/letters/test-mail.server.ts';
import { type Fact, factOf } from '#app/domain/operating/sequences/events.ts';
import {
  factFields,
  lockSequence,
  lookAgain,
  readFact,
  refuseArchived,
  refuseUnknownSegment,
  type Sequence,
  savedAfter,
  sequenceSubject,
} from '#app/domain/operating/sequences/sequences.server.ts';
import { type PlacedStep, placeOf, swappedPlaces } from '#app/domain/operating/sequences/step-order.ts';
import { withdrawSequence } from '#app/domain/operating/sequences/withdrawing.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import type { SequenceStep as Row } from '#app/platform/database/generated/client.ts';

/** An email of a sequence as admins see it. */
export interface SequenceStep extends PlacedStep {
  sequenceId: string;
  subject: string;
  preheader: string;
  body: string;
  delay: number;
  delayUnit: 'hours' | 'days';
  /** Minutes since midnight in the sequence's time zone; null for any time. */
  atMinute: number | null;
  condition: Fact | null;
  conditionIsNot: boolean;
  updatedAt: Date;
}

/** So many steps a sequence can have at a time. */
const maxSteps = 40;

const delayText = 'Please type a whole number from 0 to 365';
const timeForm = /^([01]\d|2[0-3]):([0-5]\d)(?::\d\d)?$/;

export const stepSchema = letterTextSchema
  .extend({
    delay: wholeField(delayText).pipe(z.number().min(0, delayText).max(365, delayText)),
    delayUnit: z.enum(['hours', 'days'], { error: 'Please choose one' }),
    at: z
      .string()
      .trim()
      .default('')
      .refine((time) => time === '' || timeForm.test(time), 'Please type a time such as 09:00')
      .transform((time) => {
        const [, hours, minutes] = timeForm.exec(time) ?? [];
        return hours && minutes ? Number(hours) * 60 + Number(minutes) : null;
      }),
    condition: z.string({ error: 'Please choose one' }).max(200, 'Please choose one').default(''),
    conditionTag: z.string().max(200, 'Please use at most 200 characters').default(''),
    /** When the step was saved last, as the form was shown; empty for a new one. */
    version: z.string().max(40).default(''),
  })
  .transform(({ at: atMinute, condition: choice, conditionTag, ...form }, context) => {
    if (form.delayUnit === 'hours' && atMinute !== null)
      context.addIssue({
        code: 'custom',
        path: ['at'],
        message: 'A time of day goes with days. Leave it empty, or choose days.',
      });
    const conditionIsNot = choice.startsWith('!');
    const fields = { choice: 'condition', tag: 'conditionTag' };
    return {
      ...form,
      atMinute,
      conditionIsNot,
      condition: readFact(choice.replace(/^!/, ''), conditionTag, fields, context),
    };
  });

/** The fields of the form, as it sends them. */
export interface StepForm {
  subject: string;
  preheader: string;
  body: string;
  delay: string;
  delayUnit: string;
  at: string;
  condition: string;
  conditionTag: string;
  version: string;
}

/** When a step is sent: "3 days after the event, at 09:00". */
export function describeDelay(
  { delay, delayUnit, atMinute }: Pick<SequenceStep, 'delay' | 'delayUnit' | 'atMinute'>,
  isFirst: boolean,
): string {
  const before = isFirst ? 'the event' : 'the previous email';
  const time = atMinute === null ? '' : describeMinute(atMinute);
  if (delay === 0) return time ? `At ${time} after ${before}` : `Immediately after ${before}`;
  return `${delay} ${delay === 1 ? delayUnit.slice(0, -1) : delayUnit} after ${before}${time ? `, at ${time}` : ''}`;
}

/** A step as its form shows it. */
export function stepFields(step: SequenceStep): StepForm {
  const condition = factFields(step.condition);
  return {
    subject: step.subject,
    preheader: step.preheader,
    body: step.body,
    delay: String(step.delay),
    delayUnit: step.delayUnit,
    at: step.atMinute === null ? '' : describeMinute(step.atMinute),
    condition: step.conditionIsNot ? `!${condition.choice}` : condition.choice,
    conditionTag: condition.tag,
    version: step.updatedAt.toISOString(),
  };
}

export const stepOf = ({ conditionKind, conditionValue, delayUnit, ...row }: Row): SequenceStep => ({
  ...row,
  delayUnit: delayUnit === 'hours' ? 'hours' : 'days',
  condition: factOf(conditionKind, conditionValue),
});

/** The steps of a sequence by their places; those that were removed too where `isWhole`. One query. */
export async function listSteps(sequenceId: string, { isWhole = false } = {}): Promise<SequenceStep[]> {
  const rows = await prisma().sequenceStep.findMany({
    where: { sequenceId, ...(isWhole ? {} : { removedAt: null }) },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  });
  return rows.map(stepOf);
}

/** A step of a sequence; null where there is none, or it was removed. One query. */
export async function findStep(sequenceId: string, stepId: string): Promise<SequenceStep | null> {
  if (!isId(sequenceId) || !isId(stepId)) return null;
  const row = await prisma().sequenceStep.findFirst({ where: { id: stepId, sequenceId, removedAt: null } });
  return row && stepOf(row);
}

/** Takes a sequence whose steps change, as part of `tx`. What a running one sends wants the permission to send. */
async function lockForSteps(tx: Transaction, actor: Actor, id: string): Promise<Sequence> {
  const sequence = await lockSequence(tx, actor, id, 'letters:edit');
  refuseArchived(sequence);
  if (sequence.state === 'on') await requirePermission(tx, actor, 'letters:send');
  return sequence;
}

/** @throws {Refusal} not_found where the step is not there any more */
async function takeStep({ db }: Transaction, sequenceId: string, stepId: string): Promise<SequenceStep> {
  const row = isId(stepId)
    ? await db.sequenceStep.findFirst({ where: { id: stepId, sequenceId, removedAt: null } })
    : null;
  if (!row) throw new Refusal('not_found', 'There is no such step any more.');
  return stepOf(row);
}

type StepInput = z.output<typeof stepSchema>;

const columnsOf = ({ condition, version: _, ...fields }: StepInput) => ({
  ...fields,
  conditionKind: condition?.kind ?? null,
  conditionValue: condition?.value ?? '',
});

/** A running sequence sends what is saved: it has to be ready. */
function refuseUnready({ state, kind }: Sequence, form: StepInput): void {
  const [problem] = state === 'on' ? cheapProblems({ ...form, kind }) : [];
  if (problem) throw new Refusal('conflict', problem);
}

/**
 * Adds a step behind the others; gives its id. The same as the last one again adds nothing.
 * @throws {Refusal} not_allowed; not_found; conflict for a sequence that was archived, or past forty steps; invalid for a segment that is
 * not there (field condition)
 * @throws {ConfirmationNeeded} where the sequence is on
 */
export async function addStep(actor: Actor, sequenceId: string, form: StepInput): Promise<string> {
  return transaction(async (tx) => {
    const sequence = await lockForSteps(tx, actor, sequenceId);
    refuseUnready(sequence, form);
    await refuseUnknownSegment(tx, form.condition, 'condition');
    const columns = columnsOf(form);
    const last = await tx.db.sequenceStep.findFirst({ where: { sequenceId }, orderBy: { position: 'desc' } });
    // A form that is sent twice adds one email.
    if (
      last?.removedAt === null &&
      Object.entries(columns).every(([key, value]) => last[key as keyof typeof columns] === value)
    )
      return last.id;
    if ((await tx.db.sequenceStep.count({ where: { sequenceId, removedAt: null } })) >= maxSteps)
      throw new Refusal('conflict', `A sequence has at most ${maxSteps} steps. Remove one first.`);
    const at = now();
    const { id } = await tx.db.sequenceStep.create({
      data: {
        ...columns,
        sequenceId,
        position: (last?.position ?? 0) + 1,
        createdAt: at,
        updatedAt: at,
      },
    });
    await lookAgain(tx, sequenceId);
    await recordAudit(tx, actor, {
      action: 'sequence_step_saved',
      subject: sequenceSubject(sequenceId),
      after: { subject: form.subject },
    });
    return id;
  });
}

/**
 * Saves a step. Of a running sequence it is what is sent from then on, also to those whose email waits in the outbox.
 * @throws {Refusal} not_allowed; not_found; conflict for a sequence that was archived, or a step that somebody else saved meanwhile;
 * invalid for a segment that is not there (field condition)
 * @throws {ConfirmationNeeded} where the sequence is on
 */
export async function saveStep(
  actor: Actor,
  sequenceId: string,
  stepId: string,
  form: StepInput,
): Promise<void> {
  await transaction(async (tx) => {
    const sequence = await lockForSteps(tx, actor, sequenceId);
    const step = await takeStep(tx, sequenceId, stepId);
    refuseUnready(sequence, form);
    await refuseUnknownSegment(tx, form.condition, 'condition');
    const data = columnsOf(form);
    const before = {
      ...step,
      conditionKind: step.condition?.kind ?? null,
      conditionValue: step.condition?.value ?? '',
    };
    if (Object.entries(data).every(([key, value]) => before[key as keyof typeof data] === value)) return;
    if (step.updatedAt.toISOString() !== form.version)
      throw new Refusal('conflict', 'Somebody saved this step while you typed. Compare, then save again.');
    await tx.db.sequenceStep.update({
      where: { id: stepId },
      data: { ...data, updatedAt: savedAfter(step.updatedAt) },
    });
    // What waits was written before: it is queued anew.
    await withdrawSequence(tx, sequenceId, stepId);
    await lookAgain(tx, sequenceId);
    await recordAudit(tx, actor, {
      action: 'sequence_step_saved',
      subject: sequenceSubject(sequenceId),
      after: { subject: form.subject },
    });
  });
}

/** Where a step is moved from, counted from 1 as its author saw it, and to which side. */
interface StepMove {
  stepId: string;
  place: number;
  direction: 'up' | 'down';
}

/**
 * Moves a step by one place; at the end nothing happens, nor where it is in another place already: a second press moves nothing. Who is in the sequence goes on with the step behind the last they got.
 * @throws {Refusal} not_allowed; not_found; conflict for a sequence that was archived
 * @throws {ConfirmationNeeded} where the sequence is on
 */
export async function moveStep(
  actor: Actor,
  sequenceId: string,
  { stepId, place, direction }: StepMove,
): Promise<void> {
  await transaction(async (tx) => {
    await lockForSteps(tx, actor, sequenceId);
    const { subject } = await takeStep(tx, sequenceId, stepId);
    const steps = await tx.db.sequenceStep.findMany({
      where: { sequenceId },
      select: { id: true, position: true, removedAt: true },
    });
    const places = placeOf(steps, stepId) === place ? swappedPlaces(steps, stepId, direction) : null;
    if (!places) return;
    for (const { id, position } of places)
      await tx.db.sequenceStep.update({ where: { id }, data: { position } });
    await lookAgain(tx, sequenceId);
    await recordAudit(tx, actor, {
      action: 'sequence_step_moved',
      subject: sequenceSubject(sequenceId),
      after: { subject, direction },
    });
  });
}

/**
 * Removes a step; a second press does nothing. What waits of it is not sent. Its figures stay, and whoever got it goes on behind it.
 * @throws {Refusal} not_allowed; not_found; conflict for a sequence that was archived, or the last step of one that is on
 * @throws {ConfirmationNeeded} where the sequence is on
 */
export async function removeStep(actor: Actor, sequenceId: string, stepId: string): Promise<void> {
  await transaction(async (tx) => {
    const { state } = await lockForSteps(tx, actor, sequenceId);
    const steps = await tx.db.sequenceStep.findMany({
      where: { sequenceId, removedAt: null },
      select: { id: true, subject: true },
    });
    const step = steps.find(({ id }) => id === stepId);
    if (!step) return;
    if (state === 'on' && steps.length === 1)
      throw new Refusal('conflict', 'This is the only step. Pause the sequence before you remove it.');
    await tx.db.sequenceStep.update({ where: { id: stepId }, data: { removedAt: now() } });
    await withdrawSequence(tx, sequenceId, stepId);
    await lookAgain(tx, sequenceId);
    await recordAudit(tx, actor, {
      action: 'sequence_step_removed',
      subject: sequenceSubject(sequenceId),
      before: { subject: step.subject },
    });
  });
}

/**
 * Mails an admin a step as their own, up to fifty tests a day.
 * @throws {Refusal} not_allowed; not_found; conflict where their address is not verified
 * @throws {RateLimitExceeded}
 */
export async function sendTestStep(actor: Actor, sequenceId: string, stepId: string): Promise<void> {
  await transaction(async (tx) => {
    const { kind } = await lockSequence(tx, actor, sequenceId, 'letters:edit');
    await queueTestMail(tx, actor, stepId, { ...(await takeStep(tx, sequenceId, stepId)), kind });
    await recordAudit(tx, actor, { action: 'sequence_step_tested', subject: sequenceSubject(sequenceId) });
  });
}
