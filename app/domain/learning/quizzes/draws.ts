import { reckonFigures } from '#app/domain/core/values/sum-check.ts';
import { randomNumbers, shuffle } from '#app/domain/learning/quizzes/marking.ts';
import type { Question } from '#app/domain/learning/quizzes/quiz.ts';

// Which of a quiz's questions a try asks (P137): the same however often its page is opened, and others the next time.

/** What a draw is made from. */
export interface Pool {
  courseSlug: string;
  questions: readonly Question[];
  version: string;
  /** How many of them a try asks. */
  draw: number;
}

/** The questions of one try, with the figures of that try. */
export interface Draw {
  courseSlug: string;
  /** Counts from 0: the tries before it. */
  attempt: number;
  /** From which the order of an order's steps follows. */
  seed: string;
  /** Names the draw in a form. */
  token: string;
  questions: Question[];
  /** The places of its questions in the pool, from 0. */
  places: number[];
}

/** Names of figures and a sum of them, in braces. */
const braces = /\{([^{}]+)\}/g;

type Figures = Readonly<Record<string, number>>;

/** A sum of figures such as "searches * 5 / 100", with their values. @throws {Error} where it names something else */
const withValues = (sum: string, figures: Figures): string =>
  sum.replace(/[a-z]+/g, (name) => {
    const value = Object.hasOwn(figures, name) ? figures[name] : undefined;
    if (value === undefined) throw new Error(`${name} is no figure of this question`);
    return String(value);
  });

/** A figure as a reader reads it; money with cents where it has some. */
const shown = (value: number, isMoney: boolean): string =>
  value.toLocaleString('en-US', {
    minimumFractionDigits: isMoney && !Number.isInteger(Number(value.toFixed(2))) ? 2 : 0,
    maximumFractionDigits: 2,
  });

const fill = (text: string, figures: Figures): string =>
  text.replace(braces, (_, sum: string, at: number) =>
    shown(reckonFigures(withValues(sum, figures)), text[at - 1] === '$'),
  );

/** A question with one of its sets of figures; as it is where it has none. @throws {Error} where a sum cannot be computed */
export function withFigures(question: Question, index: number): Question {
  if (question.kind !== 'number' || !question.figures) return question;
  const { figures: sets, ...rest } = question;
  const figures = sets[index % sets.length] ?? {};
  const sum = (rest.sum ?? '').replace(braces, (_, name: string) => withValues(name, figures));
  return {
    ...rest,
    ask: fill(rest.ask, figures),
    why: fill(rest.why, figures),
    sum,
    right: Number(reckonFigures(sum).toPrecision(12)),
  };
}

const kindsOf = (questions: readonly Question[]) => new Set(questions.map(({ kind }) => kind)).size;
const lessonsOf = (questions: readonly Question[]) =>
  new Set(questions.map(({ passage }) => passage.split('#')[0])).size;

/** The questions of try after try, as places in the pool: one round through all of them, then the next. */
const placesOf = (order: readonly number[], draw: number, attempt: number): number[] =>
  Array.from(
    { length: Math.min(draw, order.length) },
    (_, place) => order[(attempt * draw + place) % order.length] ?? 0,
  );

/** Whether each try asks questions that the try before did not ask (P137). */
export const hasOtherDraw = ({ questions, draw }: Pick<Pool, 'questions' | 'draw'>): boolean =>
  questions.length >= 2 * draw;

/** How many orders are tried for one in which each draw has several kinds of questions. */
const orders = 60;

/** How many kinds (three at most) and lessons (two at most) so many of these questions can have together. */
const worthOf = (questions: readonly Question[], draw: number) =>
  Math.min(kindsOf(questions), 3, draw) + Math.min(lessonsOf(questions), 2, draw);

/** In which order a member is asked the questions of a pool: so that each try has three kinds and two lessons, where that can be. */
function orderOf(questions: readonly Question[], draw: number, seed: string): number[] {
  let best: { order: number[]; worth: number } | null = null;
  // What no order can be worth more than: a pool of one kind is looked at once.
  const most = worthOf(questions, draw);
  for (let turn = 0; turn < orders; turn += 1) {
    const order = shuffle(`${seed}/${turn}`, questions.length);
    const worths = questions.map((_, attempt) => {
      const drawn = placesOf(order, draw, attempt).flatMap((place) => questions[place] ?? []);
      return worthOf(drawn, draw);
    });
    const worth = Math.min(...worths);
    if (!best || worth > best.worth) best = { order, worth };
    if (worth === most) break;
  }
  return best?.order ?? [];
}

const tokenOf = (version: string, attempt: number) => `${version}.${attempt}`;

/** The questions of a member's try; `attempt` counts from 0. The same arguments make the same draw. */
export function drawQuestions(
  { courseSlug, questions, version, draw }: Pool,
  userId: string,
  attempt: number,
): Draw {
  const seed = `${courseSlug}/${version}/${userId}`;
  const places = placesOf(orderOf(questions, draw, seed), draw, attempt).filter((place) => questions[place]);
  const drawn = places.map((place) => {
    const question = questions[place] as Question;
    // Another set of figures each time the question comes up.
    const start = Math.floor((randomNumbers(`${seed}/${place}`)() ?? 0) * 1_000);
    return withFigures(question, start + attempt);
  });
  return {
    courseSlug,
    attempt,
    seed: `${seed}/${attempt}`,
    token: tokenOf(version, attempt),
    questions: drawn,
    places,
  };
}

/** The try that a form's token names; null where it is no token, or of questions that were edited since. */
export function attemptOfToken({ version }: Pick<Pool, 'version'>, token: string): number | null {
  const attempt = /^[\w-]+\.(\d{1,6})$/.exec(token)?.[1];
  return attempt !== undefined && token === tokenOf(version, Number(attempt)) ? Number(attempt) : null;
}
