import { mayReadLessons } from '#app/domain/core/access/policy.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { oneLineEnd } from '#app/domain/core/values/typed-text.ts';
import { longestCell, longestCopy } from '#app/domain/learning/templates/limits.ts';
import type { Sheet, SheetCell } from '#app/domain/learning/templates/sheets.server.ts';
import type { Template } from '#app/domain/learning/templates/templates.server.ts';
import { cellProblem } from '#app/domain/learning/templates/values.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { consumeRateLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';

const keepingLimit: RateLimit = { name: 'keep-template', points: 120, seconds: 3600 };

/** What somebody has filled in: a text, or the cells of a sheet by their keys. */
export interface Copy {
  text: string | null;
  cells: Record<string, string>;
  keptAt: Date;
}

/** Whether somebody may fill this template in and take it along: whoever may read its playbook. Null is a visitor. */
export const mayUseTemplate = (viewer: Viewer | null, { playbook }: Pick<Template, 'playbook'>): boolean =>
  playbook.published !== undefined || (viewer !== null && mayReadLessons(viewer));

/** The cells of a sheet that are filled in. */
export function inputsOf({ tables }: Sheet) {
  const isInput = (cell: SheetCell): cell is SheetCell & { kind: 'input' } => cell.kind === 'input';
  return tables.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.filter(isInput)));
}

/** What is typed, without what no file can hold: signs of control and halves of signs. Its first line may be indented. */
const clean = (typed: string): string =>
  oneLineEnd(typed)
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is meant
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');

/** @throws {Refusal} invalid for a copy that is too long, or a number that can mean two, beside its field */
function answersOf({ sheet }: Template, typed: Readonly<Record<string, string>>) {
  if (!sheet) {
    const text = clean(typed.text ?? '').trimEnd();
    if (text.trim() === '') throw new Refusal('invalid', 'There is nothing to keep yet.', 'text');
    if (text.length > longestCopy)
      throw new Refusal(
        'invalid',
        `A copy has ${longestCopy.toLocaleString('en-US')} characters at most.`,
        'text',
      );
    return { text, cells: {} };
  }
  const cells: Record<string, string> = {};
  for (const { key, label, form } of inputsOf(sheet)) {
    const value = clean(typed[key] ?? '').trim();
    if (value.length > longestCell)
      throw new Refusal('invalid', `${label}: please use at most ${longestCell} characters.`, key);
    const problem = cellProblem(form, value);
    if (problem !== null) throw new Refusal('invalid', problem, key);
    if (value !== '') cells[key] = value;
  }
  if (Object.keys(cells).length === 0) throw new Refusal('invalid', 'There is nothing to keep yet.');
  if (JSON.stringify(cells).length > 2 * longestCopy)
    throw new Refusal('invalid', 'That is more than a copy holds. Keep long texts in the file instead.');
  return { text: null, cells };
}

/**
 * Keeps somebody's filled-in copy of a template, one for each playbook, in place of the one before (P155).
 * @throws {RateLimitExceeded}; {Refusal} not_allowed for who may not read the playbook, invalid for what is empty or too long.
 */
export async function keepCopy(
  viewer: Viewer,
  template: Template,
  typed: Readonly<Record<string, string>>,
): Promise<void> {
  if (!mayUseTemplate(viewer, template))
    throw new Refusal('not_allowed', 'An active membership is needed to fill this in.');
  const answers = answersOf(template, typed);
  await consumeRateLimit(keepingLimit, viewer.id);
  const key = { userId: viewer.id, playbook: template.playbook.slug };
  await transaction(async (tx) => {
    const [kept] = await tx.db.$queryRaw<{ isNew: boolean }[]>`
      INSERT INTO template_copies (user_id, playbook, text, cells, kept_at)
      VALUES (${key.userId}::uuid, ${key.playbook}, ${answers.text}, ${JSON.stringify(answers.cells)}::jsonb, ${now()})
      ON CONFLICT (user_id, playbook) DO UPDATE
      SET text = EXCLUDED.text, cells = EXCLUDED.cells, kept_at = EXCLUDED.kept_at
      RETURNING xmax = 0 AS "isNew"`;
    if (!kept?.isNew) return;
    await recordActivity(tx, {
      kind: 'template_kept',
      userId: viewer.id,
      actorId: viewer.id,
      details: { title: template.title },
    });
  });
}

/** Deletes somebody's copy, so that the template stands there as it was; again changes nothing. */
export async function dropCopy(viewer: Pick<Viewer, 'id'>, { playbook }: Template): Promise<void> {
  await prisma().templateCopy.deleteMany({ where: { userId: viewer.id, playbook: playbook.slug } });
}

/** Somebody's own copy of a template, or null. One query. */
export async function findCopy(
  userId: string,
  { playbook }: Pick<Template, 'playbook'>,
): Promise<Copy | null> {
  const row = await prisma().templateCopy.findUnique({
    where: { userId_playbook: { userId, playbook: playbook.slug } },
  });
  return row && { text: row.text, cells: row.cells as Record<string, string>, keptAt: row.keptAt };
}
