import { createHash } from 'node:crypto';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { type QuizSettings, questionSchema } from '#app/domain/learning/quizzes/quiz.ts';
import { quizNeeds } from '#app/domain/learning/quizzes/quiz-problems.server.ts';
import {
  type LessonPassages,
  passagesOf,
} from '#app/domain/publishing/authoring/passages-of-lessons.server.ts';
import { settingsIn } from '#app/domain/publishing/authoring/quiz-settings.ts';
import { problemsOf } from '#app/domain/publishing/checks.server.ts';
import {
  type CourseOutline,
  openOutline,
  type PartState,
  withWaiting,
} from '#app/domain/publishing/course-outline.server.ts';
import { unreadable } from '#app/domain/publishing/readable.server.ts';
import { contentText } from '#app/platform/content/files.server.ts';
import { parseYaml } from '#app/platform/content/yaml.server.ts';
import { listIn } from '#app/platform/content/yaml-list.server.ts';

/** The list of a quiz's file. */
export const questionsKey = 'questions';

/** A question as the list of its quiz shows it. */
export interface ListedQuestion {
  /** Says which question it is, whatever moves around it: a hash of what it says. */
  key: string;
  /** From 1. */
  number: number;
  raw: Readonly<Record<string, unknown>>;
  /** Whether its form can show it. */
  isReadable: boolean;
}

/** A course's quiz as it was last saved, for its editor. */
export interface QuizEditor {
  slug: string;
  courseTitle: string;
  path: string;
  isOwn: boolean;
  isOnSite: boolean;
  /** Whether the course is on the site, with or without this quiz. */
  isCourseOnSite: boolean;
  state: PartState;
  /** The number of its last version, 0 where there is none. */
  seen: number;
  text: string;
  /** Why its file cannot be shown as questions; it is edited as text then. */
  problem: string | null;
  questions: ListedQuestion[];
  settings: QuizSettings;
  /** What publishing still needs, as far as counting tells. */
  needs: string[];
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** Says which question it is. */
export const keyOfQuestion = (raw: unknown): string =>
  createHash('sha256').update(JSON.stringify(raw)).digest('base64url').slice(0, 12);

/** Why a file cannot be read, in words for its author; a draft is read in a thread first (see `unreadable`). @throws {Refusal} unavailable */
export async function problemOfReading(path: string, text: string): Promise<string | null> {
  return text === contentText(path) ? null : unreadable(path, text);
}

/** The questions of a text that was read before. */
export const questionsIn = (text: string): ListedQuestion[] =>
  listIn(text, questionsKey).map((raw, index) => ({
    key: keyOfQuestion(raw),
    number: index + 1,
    raw: recordOf(raw),
    isReadable: questionSchema.safeParse(raw).success,
  }));

async function editorOf(outline: CourseOutline): Promise<QuizEditor> {
  const { slug, title, quiz, isOwn, isOnSite } = outline;
  const { path, state, seen } = quiz;
  const text = quiz.text ?? '';
  const problem = text === '' ? null : await problemOfReading(path, text);
  const isReadable = problem === null && text !== '';
  const questions = isReadable ? questionsIn(text) : [];
  const settings = settingsIn(isReadable ? recordOf(parseYaml(text)) : {});
  return {
    slug,
    courseTitle: title,
    path,
    isOwn,
    isOnSite: contentText(path) !== null,
    isCourseOnSite: isOnSite,
    state,
    seen,
    text,
    problem,
    questions,
    settings,
    needs: questions.length > 0 ? quizNeeds(questions.length, settings.draw) : [],
  };
}

/** The quiz of a course as it was last saved, or empty; null for a course that is not there. One query. @throws {Refusal} unavailable */
export async function openQuizEditor(slug: string): Promise<QuizEditor | null> {
  const outline = await openOutline(slug);
  return outline && editorOf(outline);
}

/** A question of a quiz to edit, with where it can lead. */
export interface QuestionEditor {
  quiz: QuizEditor;
  lessons: LessonPassages[];
}

/** The same, with the headings of the course's lessons. One query. @throws {Refusal} unavailable */
export async function openQuestionEditor(slug: string): Promise<QuestionEditor | null> {
  const outline = await openOutline(slug);
  if (!outline) return null;
  return { quiz: await editorOf(outline), lessons: await passagesOf(outline) };
}

/** The quiz to change. @throws {Refusal} not_found; conflict while it is scheduled or cannot be read; unavailable */
export async function requireQuiz(slug: string): Promise<QuizEditor> {
  const quiz = await openQuizEditor(slug);
  if (!quiz) throw new Refusal('not_found', 'There is no such course.');
  if (quiz.state === 'scheduled')
    throw new Refusal(
      'conflict',
      'This quiz is scheduled to be published. Discard the schedule before you change it.',
    );
  if (quiz.problem !== null)
    throw new Refusal('conflict', `The file of this quiz can't be read: ${quiz.problem} Edit it as text.`);
  return quiz;
}

/**
 * What keeps a quiz from being published with everything else of its course that waits, for whoever asks before they do.
 * @throws {Refusal} not_found, unavailable
 */
export async function checkQuiz(slug: string): Promise<string[]> {
  const outline = await openOutline(slug);
  if (!outline || outline.quiz.text === null) throw new Refusal('not_found', 'There is no quiz to check.');
  return problemsOf(withWaiting(outline), outline.quiz.path, outline.quiz.text);
}
