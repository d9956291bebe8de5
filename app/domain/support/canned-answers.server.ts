import { z } from 'zod';
import { requirePermission } from '#app/domain/access/admin-guard.server.ts';
import { type Actor, recordAudit } from '#app/domain/audit/record.server.ts';
import { Refusal } from '#app/domain/errors.ts';
import { messageLength } from '#app/domain/support/ticket-form.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { isUniqueViolation, prisma, transaction } from '#app/platform/database/client.server.ts';

/** So many are kept: more than that nobody finds their way in. */
export const maxCannedAnswers = 100;

export const cannedAnswerSchema = z.object({
  title: z
    .string({ error: 'Please name it' })
    .trim()
    .min(1, 'Please name it')
    .max(80, 'Please use at most 80 characters'),
  body: z
    .string({ error: 'Please write the answer' })
    .trim()
    .min(1, 'Please write the answer')
    .max(messageLength, `Please use at most ${messageLength} characters`),
});

export type CannedAnswerForm = z.output<typeof cannedAnswerSchema>;

/** Words that the team answers with again and again. */
export interface CannedAnswer {
  id: string;
  title: string;
  body: string;
}

const isId = (id: string) => z.uuid().safeParse(id).success;

/** All of them, by name. One query. */
export function listCannedAnswers(): Promise<CannedAnswer[]> {
  return prisma().cannedAnswer.findMany({
    orderBy: { title: 'asc' },
    take: maxCannedAnswers,
    select: { id: true, title: true, body: true },
  });
}

/** One of them; null where there is none of this id. */
export async function findCannedAnswer(id: string): Promise<CannedAnswer | null> {
  if (!isId(id)) return null;
  return prisma().cannedAnswer.findUnique({ where: { id }, select: { id: true, title: true, body: true } });
}

/** A canned answer for a ticket: {name} becomes whoever asked, by their first name, and {number} the ticket's. */
export function fillIn(body: string, { name, number }: { name: string; number: number }): string {
  const first = name.trim().split(/\s+/)[0] || 'there';
  return body.replaceAll('{name}', () => first).replaceAll('{number}', String(number));
}

const gone = () => new Refusal('not_found', 'That answer is not there any more.');
const taken = (error: unknown) =>
  isUniqueViolation(error) ? new Refusal('conflict', 'There is one of this name already.', 'title') : error;

/**
 * Keeps a new canned answer, or what one is to say from now on.
 * @throws {Refusal} not_allowed; conflict for a name that is taken (field title), or past a hundred; not_found
 */
export async function saveCannedAnswer(
  actor: Actor,
  id: string | null,
  { title, body }: CannedAnswerForm,
): Promise<void> {
  if (id !== null && !isId(id)) throw gone();
  try {
    await transaction(async (tx) => {
      await requirePermission(tx, actor, 'tickets:answer');
      const updatedAt = now();
      const data = { title, body, updatedAt };
      if (id === null && (await tx.db.cannedAnswer.count()) >= maxCannedAnswers)
        throw new Refusal('conflict', `There are ${maxCannedAnswers} already. Delete one first.`);
      // Saved as it is, nothing has changed.
      if (id !== null && (await tx.db.cannedAnswer.count({ where: { id, title, body } })) > 0) return;
      const [saved] =
        id === null
          ? [await tx.db.cannedAnswer.create({ data: { ...data, createdAt: updatedAt } })]
          : await tx.db.cannedAnswer.updateManyAndReturn({ where: { id }, data });
      if (!saved) throw gone();
      const subject = { type: 'canned_answer', id: saved.id } as const;
      await recordAudit(tx, actor, { action: 'canned_answer_saved', subject, after: { title } });
    });
  } catch (error) {
    throw taken(error);
  }
}

/** Deletes a canned answer; what was answered with it stays. @throws {Refusal} not_allowed; not_found */
export async function deleteCannedAnswer(actor: Actor, id: string): Promise<void> {
  if (!isId(id)) throw gone();
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'tickets:answer');
    const found = await tx.db.cannedAnswer.findUnique({ where: { id } });
    if (!found) throw gone();
    const { count } = await tx.db.cannedAnswer.deleteMany({ where: { id } });
    if (count === 0) throw gone();
    await recordAudit(tx, actor, {
      action: 'canned_answer_deleted',
      subject: { type: 'canned_answer', id },
      before: { title: found.title },
    });
  });
}
