import { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { hasVisibleText } from '#app/domain/core/values/typed-text.ts';
import { messageLength } from '#app/domain/talk/support/ticket-form.server.ts';
import { now } from '#app/platform/clock.server.ts';
import {
  isUniqueViolation,
  prisma,
  type Transaction,
  transaction,
} from '#app/platform/database/client.server.ts';

/** So many are kept: more than that nobody finds their way in. */
const maxCannedAnswers = 100;

export const cannedAnswerSchema = z.object({
  title: z
    .string({ error: 'Please name it' })
    .trim()
    .refine(hasVisibleText, 'Please name it')
    .max(80, 'Please use at most 80 characters'),
  body: z
    .string({ error: 'Please write the answer' })
    .trim()
    .refine(hasVisibleText, 'Please write the answer')
    .max(messageLength, `Please use at most ${messageLength} characters`),
});

export type CannedAnswerForm = z.output<typeof cannedAnswerSchema>;

/** What is typed over one that there is. */
export const editedAnswerSchema = cannedAnswerSchema.extend({ version: z.string().max(40).default('') });

/** Words that the team answers with again and again. */
export interface CannedAnswer {
  id: string;
  title: string;
  body: string;
  /** What tells one state of it from another: a form that was filled in over an older one is stale. */
  version: string;
}

const isId = (id: string) => z.uuid().safeParse(id).success;

const shown = ({ id, title, body, updatedAt }: Omit<CannedAnswer, 'version'> & { updatedAt: Date }) => ({
  id,
  title,
  body,
  version: updatedAt.toISOString(),
});

/** All of them, by name. One query. */
export async function listCannedAnswers(): Promise<CannedAnswer[]> {
  const answers = await prisma().cannedAnswer.findMany({ orderBy: { title: 'asc' }, take: maxCannedAnswers });
  return answers.map(shown);
}

/** One of them; null where there is none of this id. */
export async function findCannedAnswer(id: string): Promise<CannedAnswer | null> {
  const answer = isId(id) ? await prisma().cannedAnswer.findUnique({ where: { id } }) : null;
  return answer && shown(answer);
}

/** A canned answer for a ticket: {name} becomes whoever asked, by their first name, and {number} the ticket's. */
export function fillIn(body: string, { name, number }: { name: string; number: number }): string {
  const first = name.trim().split(/\s+/)[0] || 'there';
  return body.replaceAll('{name}', () => first).replaceAll('{number}', String(number));
}

const stale = () =>
  new Refusal(
    'conflict',
    'This answer was changed while you typed. Look at what is there now, and save again if it is still right.',
  );
const gone = () => new Refusal('not_found', 'That answer is not there any more.');
const duplicateTitle = (error: unknown) =>
  isUniqueViolation(error) ? new Refusal('conflict', 'There is one of this name already.', 'title') : error;

const saved = (tx: Transaction, actor: Actor, id: string, title: string) =>
  recordAudit(tx, actor, {
    action: 'canned_answer_saved',
    subject: { type: 'canned_answer', id },
    after: { title },
  });

/**
 * Keeps a new canned answer.
 * @throws {Refusal} not_allowed; conflict for a name that is taken (field title), or past a hundred
 */
export async function addCannedAnswer(actor: Actor, { title, body }: CannedAnswerForm): Promise<void> {
  try {
    await transaction(async (tx) => {
      await requirePermission(tx, actor, 'tickets:answer');
      if ((await tx.db.cannedAnswer.count()) >= maxCannedAnswers)
        throw new Refusal('conflict', `There are ${maxCannedAnswers} already. Delete one first.`);
      const at = now();
      const { id } = await tx.db.cannedAnswer.create({
        data: { title, body, createdAt: at, updatedAt: at },
      });
      await saved(tx, actor, id, title);
    });
  } catch (error) {
    throw duplicateTitle(error);
  }
}

/**
 * Changes what a canned answer says from now on; saved as it is, nothing happens.
 * @throws {Refusal} not_allowed; conflict for a name that is taken (field title), and for a form that was filled in over another
 * version; not_found
 */
export async function editCannedAnswer(
  actor: Actor,
  id: string,
  { title, body, version }: CannedAnswerForm & { version: string },
): Promise<void> {
  if (!isId(id)) throw gone();
  try {
    await transaction(async (tx) => {
      await requirePermission(tx, actor, 'tickets:answer');
      await tx.db.$queryRaw`SELECT 1 FROM canned_answers WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
      const before = await tx.db.cannedAnswer.findUnique({ where: { id } });
      if (!before) throw gone();
      if (before.title === title && before.body === body) return;
      if (shown(before).version !== version) throw stale();
      // Of another moment than the version before, however fast two follow each other.
      const updatedAt = new Date(Math.max(now().getTime(), before.updatedAt.getTime() + 1));
      await tx.db.cannedAnswer.update({ where: { id }, data: { title, body, updatedAt } });
      await saved(tx, actor, id, title);
    });
  } catch (error) {
    throw duplicateTitle(error);
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
