import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import type { QuizSettings } from '#app/domain/learning/quizzes/quiz.ts';
import {
  addItem,
  editItem,
  moveItem,
  type Raw,
  refuseUnseen,
  removeItem,
} from '#app/domain/publishing/authoring/list-items.server.ts';
import { questionList, requireQuiz } from '#app/domain/publishing/authoring/quiz-editor.server.ts';
import { valuesOfSettings, versionOfSettings } from '#app/domain/publishing/authoring/quiz-settings.ts';
import { publishText, saveDraft } from '#app/domain/publishing/publish.server.ts';
import { withValues } from '#app/platform/content/yaml-list.server.ts';

// What the forms of a quiz change, as drafts (P291). Each throws {Refusal} not_allowed, not_found, unavailable, and conflict while the quiz
// is scheduled or cannot be read, besides what is said of it.

/** Adds a question at the end of a course's quiz; the first one begins it. @returns its key @throws {Refusal} as `addItem` */
export const addQuestion = async (actor: Actor, slug: string, raw: Raw): Promise<string> =>
  addItem(actor, await requireQuiz(slug), questionList, raw, String(raw.ask ?? ''));

/** Puts a question in the place of the one with this key. @returns its key @throws {Refusal} as `editItem` */
export const editQuestion = async (actor: Actor, slug: string, key: string, raw: Raw): Promise<string> =>
  editItem(actor, await requireQuiz(slug), questionList, key, raw);

/** Moves a question one place up (-1) or down (1). @throws {Refusal} as `moveItem` */
export const moveQuestion = async (
  actor: Actor,
  slug: string,
  move: { key: string; number: number; by: -1 | 1 },
): Promise<void> => moveItem(actor, await requireQuiz(slug), questionList, move);

/** Takes a question out of a quiz. @throws {Refusal} as `removeItem` */
export const removeQuestion = async (actor: Actor, slug: string, key: string): Promise<void> =>
  removeItem(actor, await requireQuiz(slug), questionList, key);

/**
 * Sets how a quiz is taken. `version` names the settings that its author saw (`versionOfSettings`).
 * @throws {Refusal} conflict for a quiz without questions, and where somebody else has set it otherwise since
 */
export async function saveQuizSettings(
  actor: Actor,
  slug: string,
  settings: QuizSettings,
  version: string,
): Promise<void> {
  const { path, seen, text, items, settings: before } = await requireQuiz(slug);
  if (items.length === 0) throw new Refusal('conflict', 'The quiz has no questions yet. Add one first.');
  const isSame = versionOfSettings(settings) === versionOfSettings(before);
  if (!isSame && version !== versionOfSettings(before))
    throw new Refusal('conflict', 'Somebody saved these settings while you typed. Compare, then save again.');
  const changed = withValues(text, valuesOfSettings(settings));
  if (changed !== text) await saveDraft(actor, { path, seen, text: changed, note: 'How the quiz is taken' });
}

/**
 * Publishes a quiz as it was last saved, and as its author has seen it.
 * @throws {Refusal} conflict where nothing waits, or was saved since; {Unpublishable}
 */
export async function publishQuiz(actor: Actor, slug: string, seenByAuthor: number): Promise<void> {
  const quiz = await requireQuiz(slug);
  const { path, seen, text, state } = quiz;
  if (state === 'published') throw new Refusal('conflict', 'The quiz is published as it is.');
  if (state === 'none') throw new Refusal('conflict', 'The quiz has no questions yet.');
  refuseUnseen(quiz, seenByAuthor, questionList);
  await publishText(actor, { path, seen, text });
}
