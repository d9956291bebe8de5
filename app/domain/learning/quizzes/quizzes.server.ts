import { createHash } from 'node:crypto';
import { courses } from '#app/domain/learning/courses/catalogue.server.ts';
import {
  type Question,
  type QuizSettings,
  quizSchema,
  usualSettings,
} from '#app/domain/learning/quizzes/quiz.ts';
import { listContent, perContent, readYaml } from '#app/platform/content/files.server.ts';

/** The quiz of a course. */
export interface Quiz extends QuizSettings {
  courseSlug: string;
  questions: Question[];
  /** Changes with the questions and how many a try asks: answers to others are not shown beside these. */
  version: string;
}

function readQuiz(courseSlug: string): Quiz {
  const { questions, ...settings } = readYaml(`courses/${courseSlug}/quiz.yaml`, quizSchema);
  const { draw } = settings;
  // "draws": answers from before tries drew their questions, or drew another number, are not shown beside what is drawn now.
  const version = createHash('sha256')
    .update(`draws ${draw === usualSettings.draw ? '' : `${draw} `}${JSON.stringify(questions)}`)
    .digest('base64url')
    .slice(0, 12);
  return { courseSlug, questions, version, ...settings };
}

const hasQuiz = (courseSlug: string) =>
  courses().has(courseSlug) && listContent(`courses/${courseSlug}`, /^quiz\.yaml$/).length > 0;

/** Those that were asked for, by course. */
const readSoFar = perContent(() => new Map<string, Quiz>());

/** The quiz of a course, or null; read from content/ once. All of them at once would hold up whoever opens the first course. @throws {ContentError} */
export function findQuiz(courseSlug: string): Quiz | null {
  const cachedQuiz = readSoFar().get(courseSlug);
  if (cachedQuiz !== undefined) return cachedQuiz;
  if (!hasQuiz(courseSlug)) return null;
  const quiz = readQuiz(courseSlug);
  readSoFar().set(courseSlug, quiz);
  return quiz;
}

/** The quizzes of all courses that have one, by slug. @throws {ContentError} */
export const quizzes = perContent(
  (): ReadonlyMap<string, Quiz> =>
    new Map(
      [...courses().keys()].flatMap((slug) => {
        const quiz = findQuiz(slug);
        return quiz ? [[slug, quiz] as const] : [];
      }),
    ),
);
