import { courses } from '#app/domain/learning/courses/catalogue.server.ts';
import { deckProblems } from '#app/domain/learning/decks/deck-problems.ts';
import { deckEnding, decks } from '#app/domain/learning/decks/decks.server.ts';
import { quizProblems } from '#app/domain/learning/quizzes/quiz-problems.server.ts';
import { quizzes } from '#app/domain/learning/quizzes/quizzes.server.ts';
import { listContent } from '#app/platform/content/files.server.ts';

const inCourse = /^courses\/([a-z0-9-]+)\/(course\.md$|quiz\.yaml$|.*\.deck\.yaml$)/;

/** A course has two to nine modules, numbered from 1 without a gap. */
function moduleProblems(slug: string): string[] {
  const numbers = listContent(`courses/${slug}`, /^module-[1-9]\.md$/).map((name) => Number(name.at(7)));
  if (numbers.length < 2) return ['A course needs two modules at least.'];
  const missing = numbers.map((_, index) => index + 1).find((number) => !numbers.includes(number));
  return missing ? [`The modules of a course have no gap: number ${missing} is missing.`] : [];
}

function problemsOfDeck(path: string): string[] {
  const key = path.slice(0, -deckEnding.length);
  const deck = decks().get(key);
  return deck
    ? deckProblems(deck.slides, /\/module-[1-9]$/.test(key))
    : ['There is no lesson, course or series that these slides could belong to.'];
}

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
  return quiz ? quizProblems(quiz, course) : [];
}
