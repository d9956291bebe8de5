import { courseSchema, courses } from '#app/domain/learning/courses/catalogue.server.ts';
import { brokenSlides, deckAdvice, deckProblems } from '#app/domain/learning/decks/deck-problems.ts';
import { deckEnding, decks } from '#app/domain/learning/decks/decks.server.ts';
import {
  brokenQuestions,
  quizAdvice,
  quizProblems,
} from '#app/domain/learning/quizzes/quiz-problems.server.ts';
import { quizzes } from '#app/domain/learning/quizzes/quizzes.server.ts';
import { isOwnCourse } from '#app/domain/publishing/own-courses.server.ts';
import { listContent, readMarkdown } from '#app/platform/content/files.server.ts';

const inCourse = /^courses\/([a-z0-9-]+)\/(course\.md$|quiz\.yaml$|.*\.deck\.yaml$)/;

const numbersOfModules = (slug: string): number[] =>
  listContent(`courses/${slug}`, /^module-[1-9]\d?\.md$/).map((name) => Number(/\d+/.exec(name)?.[0]));

/**
 * A course has the modules that it names; where it names none they are numbered from 1 without a gap. It has one at least, in the
 * shipped library two.
 */
function moduleProblems(slug: string): string[] {
  const path = `courses/${slug}/course.md`;
  const numbers = numbersOfModules(slug);
  const { modules } = readMarkdown(path, courseSchema).attributes;
  const named = modules ?? numbers.map((_, index) => index + 1);
  if (isOwnCourse(path) && named.length < 1) return ['A course needs a module.'];
  if (!isOwnCourse(path) && named.length < 2) return ['A course of the library needs two modules at least.'];
  const missing = named.find((number) => !numbers.includes(number));
  return missing ? [`The modules of a course have no gap: number ${missing} is missing.`] : [];
}

function problemsOfDeck(path: string): string[] {
  const key = path.slice(0, -deckEnding.length);
  const deck = decks().get(key);
  if (!deck) return ['There is no lesson, course or series that these slides could belong to.'];
  return isOwnCourse(path) ? brokenSlides(deck.slides) : deckProblems(deck.slides, isOfLesson(key));
}

const isOfLesson = (deckKey: string) => /\/module-[1-9]\d?$/.test(deckKey);

/** What is wrong with how a piece stands in its course, or slides in their series; nothing for other pieces. */
export function courseFileProblems(path: string): string[] {
  if (path.startsWith('series/') && path.endsWith(deckEnding)) return problemsOfDeck(path);
  const [, slug = '', file = ''] = inCourse.exec(path) ?? [];
  if (!file) return [];
  if (file === 'course.md') return moduleProblems(slug);
  const course = courses().get(slug);
  if (!course) return [`There is no course ${slug}.`];
  if (file !== 'quiz.yaml') return problemsOfDeck(path);
  const quiz = quizzes().get(slug);
  if (!quiz) return [];
  return isOwnCourse(path) ? brokenQuestions(quiz, course) : quizProblems(quiz, course);
}

/** What the shipped library would have in another way of slides and quizzes of a course that was made here; advice for their author. */
export function courseFileAdvice(path: string): string[] {
  const [, slug = '', file = ''] = inCourse.exec(path) ?? [];
  const key = path.slice(0, -deckEnding.length);
  const deck = path.endsWith(deckEnding) ? decks().get(key) : undefined;
  const quiz = file === 'quiz.yaml' ? quizzes().get(slug) : undefined;
  return [...(deck ? deckAdvice(deck.slides, isOfLesson(key)) : []), ...(quiz ? quizAdvice(quiz) : [])];
}
