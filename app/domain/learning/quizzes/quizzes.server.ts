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

/** The quizzes of all courses that have one, by slug; read from content/ once. @throws {ContentError} */
export const quizzes = perContent(
  (): ReadonlyMap<string, Quiz> =>
    new Map(
      [...courses().keys()]
        .filter((slug) => listContent(`courses/${slug}`, /^quiz\.yaml$/).length > 0)
        .map((slug) => [slug, readQuiz(slug)]),
    ),
);

/** The quiz of a course, or null. */
export const findQuiz = (courseSlug: string): Quiz | null => quizzes().get(courseSlug) ?? null;
