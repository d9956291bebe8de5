import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { mostQuestions, type QuizSettings } from '#app/domain/learning/quizzes/quiz.ts';
import {
  keyOfQuestion,
  type ListedQuestion,
  type QuizEditor,
  questionsKey,
  requireQuiz,
} from '#app/domain/publishing/authoring/quiz-editor.server.ts';
import { valuesOfSettings } from '#app/domain/publishing/authoring/quiz-settings.ts';
import { publishText, saveDraft } from '#app/domain/publishing/publish.server.ts';
import { type ListItem, withItems, withValues } from '#app/platform/content/yaml-list.server.ts';

// What the forms of a quiz change: each writes the same file that can be edited as text, as a draft (P340).

type Raw = Readonly<Record<string, unknown>>;

const keep = ({ number }: ListedQuestion): ListItem => ({ from: number - 1 });

async function saveQuestions(
  actor: Actor,
  { path, seen, text }: QuizEditor,
  items: readonly ListItem[],
  note: string,
): Promise<void> {
  await saveDraft(actor, { path, seen, text: withItems(text, questionsKey, items), note });
}

const sayWhich = (verb: string, raw: Raw) => `${verb}: ${String(raw.ask ?? '')}`.slice(0, 200);

/**
 * Adds a question at the end of a course's quiz, as a draft; the first one begins it. The same question again adds nothing, so that a
 * form that is sent twice adds one.
 * @returns its key @throws {Refusal} not_allowed, not_found, conflict, unavailable
 */
export async function addQuestion(actor: Actor, slug: string, raw: Raw): Promise<string> {
  const quiz = await requireQuiz(slug);
  const key = keyOfQuestion(raw);
  if (quiz.questions.some((question) => question.key === key)) return key;
  if (quiz.questions.length >= mostQuestions)
    throw new Refusal('conflict', `A quiz has at most ${mostQuestions} questions.`);
  const items = [...quiz.questions.map(keep), { value: raw }];
  await saveQuestions(actor, quiz, items, sayWhich('Question added', raw));
  return key;
}

/**
 * Puts another question in the place of the one with this key, as a draft. Other questions that were changed meanwhile stay changed.
 * @returns its key @throws {Refusal} not_allowed, not_found, unavailable; conflict where it was changed or removed meanwhile
 */
export async function editQuestion(actor: Actor, slug: string, key: string, raw: Raw): Promise<string> {
  const quiz = await requireQuiz(slug);
  const now = keyOfQuestion(raw);
  const edited = quiz.questions.find((question) => question.key === key);
  // A form that is sent again.
  if (!edited && quiz.questions.some((question) => question.key === now)) return now;
  if (!edited)
    throw new Refusal(
      'conflict',
      'Someone changed or removed this question after you opened it. What you typed is still here: add it as a new question, or cancel to see the quiz as it is now.',
    );
  if (now === key) return key;
  const items = quiz.questions.map((question) => (question === edited ? { value: raw } : keep(question)));
  await saveQuestions(actor, quiz, items, sayWhich(`Question ${edited.number}`, raw));
  return now;
}

/** A question where its author saw it; null where it is somewhere else now. */
const findPlace = ({ questions }: QuizEditor, key: string, number: number): number | null =>
  questions[number - 1]?.key === key ? number - 1 : null;

/**
 * Moves a question one place up (-1) or down (1), as a draft. `number` is the place, from 1, at which its author saw it: a form that is
 * sent twice moves it once.
 * @throws {Refusal} conflict where it is in another place now
 */
export async function moveQuestion(
  actor: Actor,
  slug: string,
  { key, number, by }: { key: string; number: number; by: -1 | 1 },
): Promise<void> {
  const quiz = await requireQuiz(slug);
  const at = findPlace(quiz, key, number);
  if (at === null)
    throw new Refusal(
      'conflict',
      'The questions have changed since you opened this page. Look at them, then try again.',
    );
  const items = quiz.questions.map(keep);
  const [moved, other] = [items[at], items[at + by]];
  if (!moved || !other) return;
  items[at] = other;
  items[at + by] = moved;
  await saveQuestions(actor, quiz, items, `Question ${number} moved ${by < 0 ? 'up' : 'down'}`);
}

/** Takes a question out of a quiz, as a draft; one that is gone already stays gone. @throws {Refusal} conflict for the only question */
export async function removeQuestion(actor: Actor, slug: string, key: string): Promise<void> {
  const quiz = await requireQuiz(slug);
  const removed = quiz.questions.find((question) => question.key === key);
  if (!removed) return;
  const rest = quiz.questions.filter((question) => question !== removed);
  if (rest.length === 0)
    throw new Refusal('conflict', 'A quiz needs a question. Add another one first, or discard the draft.');
  await saveQuestions(actor, quiz, rest.map(keep), sayWhich('Question removed', removed.raw));
}

/** Sets how a quiz is taken, as a draft. @throws {Refusal} not_allowed, not_found, unavailable; conflict for a quiz without questions */
export async function saveQuizSettings(actor: Actor, slug: string, settings: QuizSettings): Promise<void> {
  const { path, seen, text, questions } = await requireQuiz(slug);
  if (questions.length === 0) throw new Refusal('conflict', 'The quiz has no questions yet. Add one first.');
  const changed = withValues(text, valuesOfSettings(settings));
  if (changed !== text) await saveDraft(actor, { path, seen, text: changed, note: 'How the quiz is taken' });
}

/** Publishes a quiz as it was last saved. @throws {Refusal}, {Unpublishable} */
export async function publishQuiz(actor: Actor, slug: string): Promise<void> {
  const { path, seen, text, state } = await requireQuiz(slug);
  if (state === 'published') throw new Refusal('conflict', 'The quiz is published as it is.');
  if (state === 'none') throw new Refusal('conflict', 'The quiz has no questions yet.');
  await publishText(actor, { path, seen, text });
}
