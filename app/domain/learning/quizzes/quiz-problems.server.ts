import { reckonFigures } from '#app/domain/core/values/sum-check.ts';
import {
  type Course,
  courses,
  parseModuleSegment,
  renderLesson,
} from '#app/domain/learning/courses/catalogue.server.ts';
import { withFigures } from '#app/domain/learning/quizzes/draws.ts';
import type { Question } from '#app/domain/learning/quizzes/quiz.ts';
import { type Quiz, quizzes } from '#app/domain/learning/quizzes/quizzes.server.ts';

type NumberQuestion = Extract<Question, { kind: 'number' }>;

type Questions = Pick<Quiz, 'questions'>;

/** A quiz as it is checked. */
type Checked = Pick<Quiz, 'questions' | 'draw'>;

/** What is offered to choose from or to put in order. */
function offersOf(question: Question): readonly string[] {
  switch (question.kind) {
    case 'choice':
    case 'multiple':
      return question.options;
    case 'order':
      return question.steps;
    case 'mistake':
      return question.lines;
    default:
      return [];
  }
}

/** Whether a passage is a heading of its course's lessons, as their pages have it. */
function isHeadingOf({ slug, modules }: Course, passage: string): boolean {
  const [, courseSlug, segment = '', heading = ''] =
    /^\/courses\/([^/]+)\/([^#]+)(?:#(.+))?$/.exec(passage) ?? [];
  const module = modules.find(({ id }) => id === parseModuleSegment(segment));
  if (courseSlug !== slug || !module) return false;
  if (heading === '') return true;
  return [...renderLesson(module).html.matchAll(/<h[2-6][^>]*\sid="([^"]+)"/g)].some(
    ([, id]) => id === heading,
  );
}

/** Nobody types more than two decimals. */
const isTypable = (result: number) => Math.abs(result * 100 - Math.round(result * 100)) <= 1e-6;

/** What is wrong with a number, and beside which field of its form that is said. */
interface NumberProblem {
  field: 'sum' | 'tolerance' | 'figures';
  message: string;
}

/** The sum comes to the right number, with each set of figures to one that can be typed. @throws {Error} where it is no sum */
function problemsOfSum(question: NumberQuestion): NumberProblem[] {
  const { right, tolerance } = question;
  if (question.sum === undefined)
    return tolerance === 0 && !isTypable(right)
      ? [{ field: 'tolerance', message: `nobody types ${right} exactly: give it a tolerance.` }]
      : [];
  const sets = question.figures ?? [{}];
  const filled = sets.map((_, index) => withFigures(question, index) as typeof question);
  const results = filled.map(({ sum = '' }) => reckonFigures(sum));
  const [first = Number.NaN] = results;
  const endless = filled.filter((_, index) => !Number.isFinite(results[index]));
  if (endless.length > 0)
    return endless.map(({ sum }) => ({ field: 'sum', message: `${sum} divides by zero.` }));
  const untypable = filled.filter(({ right: result }) => tolerance === 0 && !isTypable(result));
  return [
    // Tolerance for floating-point error.
    ...(Math.abs(first - right) <= tolerance + 1e-9
      ? []
      : [{ field: 'sum' as const, message: `${filled[0]?.sum} is ${first}, not ${right}.` }]),
    ...untypable.map(({ sum, right: result }) => ({
      field: 'tolerance' as const,
      message: `${sum} is ${result}: give it a tolerance.`,
    })),
    ...(new Set(filled.map(({ ask }) => ask)).size < filled.length
      ? [{ field: 'figures' as const, message: 'two sets of figures make the same question.' }]
      : []),
  ];
}

/** What is wrong with the number that a question asks for, its sum or its figures, in words for its author. */
export function problemsOfNumber(question: Question): NumberProblem[] {
  if (question.kind !== 'number') return [];
  try {
    return problemsOfSum(question);
  } catch (error) {
    return [{ field: 'sum', message: error instanceof Error ? error.message : String(error) }];
  }
}

function problemsOfQuestion(question: Question, course: Course): string[] {
  const problems: string[] = [];
  const offers = offersOf(question);
  if (new Set(offers).size < offers.length) problems.push('the same is offered twice.');
  if (!isHeadingOf(course, question.passage))
    problems.push(`${question.passage} is no heading of a lesson of this course.`);
  return [...problems, ...problemsOfNumber(question).map(({ message }) => message)];
}

/** What keeps a quiz as a whole from being taken: a try asks more questions than there are. */
export const quizNeeds = (count: number, draw: number): string[] =>
  count >= draw
    ? []
    : [
        `Each try asks ${draw} questions, and the quiz has ${count}. Add ${draw - count} more before you publish it, or have a try ask fewer.`,
      ];

/** What the shipped library asks of a quiz as a whole: three kinds of questions, about more than one module (P137). */
export function quizAdvice({ questions }: Questions): string[] {
  const kinds = new Set(questions.map(({ kind }) => kind));
  const lessons = new Set(questions.map(({ passage }) => passage.split('#')[0]));
  return [
    ...(kinds.size < 3 ? ['A quiz asks in three ways at least.'] : []),
    ...(lessons.size < 2 ? ['A quiz asks about more than one module.'] : []),
  ];
}

/** What no quiz can have, in words for its author: fewer questions than a try asks, questions that lead to no heading, sums that come to another number (P137). */
export const brokenQuestions = ({ questions, draw }: Checked, course: Course): string[] => [
  ...quizNeeds(questions.length, draw),
  ...questions.flatMap((question, index) =>
    problemsOfQuestion(question, course).map((problem) => `Question ${index + 1}: ${problem}`),
  ),
];

/** Everything that is wrong with a quiz of the shipped library beyond the form of its questions. */
export const quizProblems = (quiz: Checked, course: Course): string[] => [
  ...quizAdvice(quiz),
  ...brokenQuestions(quiz, course),
];

/** The headings of a lesson that its course's quiz leads to and that are not there, by their ids. */
export function headingsMissed(courseSlug: string, moduleId: number): string[] {
  const course = courses().get(courseSlug);
  const lesson = `/courses/${courseSlug}/module-${moduleId}#`;
  const passages =
    quizzes()
      .get(courseSlug)
      ?.questions.map(({ passage }) => passage) ?? [];
  return passages
    .filter((passage) => course && passage.startsWith(lesson) && !isHeadingOf(course, passage))
    .map((passage) => passage.slice(lesson.length));
}
