import { describe, expect, it } from 'vitest';
import {
  attemptOfToken,
  drawQuestions,
  hasOtherDraw,
  type Pool,
  withFigures,
} from '#app/domain/learning/quizzes/draws.ts';
import { markAnswers } from '#app/domain/learning/quizzes/marking.ts';
import { type Question, quizSchema } from '#app/domain/learning/quizzes/quiz.ts';

const why = 'Because it is what the lesson teaches.';
const lesson = (number: number) => `/courses/seo/module-${number}#heading`;
const choice = (at: number) => ({
  kind: 'choice' as const,
  ask: `Which of the three is it in case ${at}?`,
  options: ['A', 'B', 'C'],
  right: 2,
  why,
  passage: lesson((at % 3) + 1),
});
const priced = {
  kind: 'number' as const,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: braces of a quiz, no template
  ask: '{searches} people search, {rate}% click and a click is worth ${worth}. What is it worth?',
  right: 60,
  unit: '$',
  sum: '{searches} * {rate} / 100 * {worth}',
  figures: [
    { searches: 400, rate: 5, worth: 3 },
    { searches: 1200, rate: 20, worth: 2.5 },
    { searches: 250, rate: 10, worth: 7.25 },
  ],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: braces of a quiz, no template
  why: '{searches} x {rate}% = {searches * rate / 100} clicks, at ${worth}: ${searches * rate / 100 * worth}.',
  passage: lesson(1),
};
const pool = (questions: unknown[]): Pool => ({
  courseSlug: 'seo',
  version: 'abc',
  draw: 5,
  questions: quizSchema.parse({ questions }).questions,
});
const twelve = pool([
  ...[0, 1, 2, 3, 4, 5].map(choice),
  priced,
  { ...priced, ask: `Again: ${priced.ask}` },
  ...[0, 1].map((at) => ({
    kind: 'order',
    ask: `In which order, in case ${at}?`,
    steps: ['One', 'Two', 'Three'],
    why,
    passage: lesson(2),
  })),
  ...[0, 1].map((at) => ({
    kind: 'mistake',
    ask: `Which line is wrong, in case ${at}?`,
    lines: ['A', 'B', 'C'],
    right: 3,
    why,
    passage: lesson(3),
  })),
]);
const people = Array.from({ length: 40 }, (_, at) => `member-${at}`);
const placeOf = (question: Question) =>
  twelve.questions.findIndex(({ kind, passage, ask }) =>
    question.kind === 'number'
      ? kind === 'number' && ask.startsWith('Again') === question.ask.startsWith('Again')
      : kind === question.kind && passage === question.passage && ask === question.ask,
  );
const placesOf = (userId: string, attempt: number) =>
  drawQuestions(twelve, userId, attempt).questions.map(placeOf);

it('looks at a large pool of one kind once, not for an order that it cannot have', () => {
  let reads = 0;
  const questions = Array.from({ length: 60 }, (_, at) => ({
    ...choice(at),
    passage: lesson(1),
    get kind() {
      reads += 1;
      return 'choice' as const;
    },
  }));
  const { questions: drawn } = drawQuestions({ ...pool([choice(1)]), draw: 30, questions }, 'somebody', 0);
  expect(drawn).toHaveLength(30);
  expect(reads).toBeLessThan(3_000);
});

describe('a draw', () => {
  it('is five of the twelve, the same each time it is made', () => {
    for (const userId of people)
      for (const attempt of [0, 1, 2, 7]) {
        const draw = drawQuestions(twelve, userId, attempt);
        expect(new Set(draw.questions.map(placeOf)).size).toBe(5);
        expect(drawQuestions(twelve, userId, attempt)).toEqual(draw);
      }
  });

  it('asks others the next time, and all twelve within three tries', () => {
    for (const userId of people) {
      const [first = [], second = [], third = []] = [0, 1, 2].map((attempt) => placesOf(userId, attempt));
      expect(second.filter((place) => first.includes(place))).toEqual([]);
      expect(third.filter((place) => second.includes(place))).toEqual([]);
      expect(new Set([...first, ...second, ...third]).size).toBe(12);
    }
  });

  it('has three kinds and two lessons', () => {
    for (const userId of people)
      for (let attempt = 0; attempt < 12; attempt += 1) {
        const { questions } = drawQuestions(twelve, userId, attempt);
        expect(new Set(questions.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(3);
        expect(new Set(questions.map(({ passage }) => passage)).size).toBeGreaterThanOrEqual(2);
      }
  });

  it('differs between members', () => {
    expect(new Set(people.map((userId) => placesOf(userId, 0).join())).size).toBeGreaterThan(30);
  });

  it('of five questions asks all of them', () => {
    const five = pool([0, 1, 2, 3, 4].map(choice));
    for (const attempt of [0, 1, 2])
      expect(new Set(drawQuestions(five, 'a', attempt).questions.map(({ ask }) => ask)).size).toBe(5);
  });

  it('is named by a token, as long as the questions are the same', () => {
    const { token } = drawQuestions(twelve, 'a', 3);
    expect(attemptOfToken(twelve, token)).toBe(3);
    expect(attemptOfToken({ version: 'abd' }, token)).toBeNull();
    for (const other of ['', 'abc', 'abc.', 'abc.-1', 'abc.03', 'abc.1e3', 'abc.9999999', `${token} `])
      expect(attemptOfToken(twelve, other)).toBeNull();
  });
});

describe('a question with figures', () => {
  it('has the figures of one set in its text, its sum and its explanation', () => {
    expect(withFigures(twelve.questions[6] as Question, 0)).toMatchObject({
      ask: '400 people search, 5% click and a click is worth $3. What is it worth?',
      why: '400 x 5% = 20 clicks, at $3: $60.',
      right: 60,
    });
    expect(withFigures(twelve.questions[6] as Question, 1)).toMatchObject({
      ask: '1,200 people search, 20% click and a click is worth $2.50. What is it worth?',
      why: '1,200 x 20% = 240 clicks, at $2.50: $600.',
      right: 600,
    });
    expect(withFigures(twelve.questions[6] as Question, 5)).toMatchObject({ right: 181.25 });
    expect(withFigures(twelve.questions[0] as Question, 1)).toBe(twelve.questions[0]);
  });

  it('comes with other figures when it comes again, and is marked by these', () => {
    const isPriced = (question: Question) => question.kind === 'number' && !question.ask.startsWith('Again');
    const results = new Set<number>();
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const { seed, questions } = drawQuestions(twelve, 'a', attempt);
      const place = questions.findIndex(isPriced);
      const question = questions[place];
      if (question?.kind !== 'number') continue;
      results.add(question.right);
      const answers = questions.map((_, at) => (at === place ? String(question.right) : ''));
      expect(markAnswers(seed, questions, answers).marks[place]?.isRight).toBe(true);
      expect(
        markAnswers(
          seed,
          questions,
          answers.map((one) => (one ? `${one}9` : one)),
        ).score,
      ).toBe(0);
    }
    expect(results.size).toBe(3);
  });

  it('cannot name a figure it does not have', () => {
    expect(() => withFigures({ ...priced, tolerance: 0, sum: '{clicks} * 2' }, 0)).toThrow(
      'clicks is no figure',
    );
  });
});

describe('what a page says of the next try', () => {
  it.each([5, 6, 7, 8, 9, 10, 11, 12])('holds for a pool of %i questions', (size) => {
    const some = pool([...twelve.questions].slice(-size));
    const tries = Array.from({ length: 30 }, (_, attempt) =>
      drawQuestions(
        { ...some, questions: some.questions.map((one, at) => ({ ...one, ask: `${at}` })) },
        'a',
        attempt,
      ),
    ).map(({ questions }) => questions.map(({ ask }) => ask));
    const areOthers = tries.every(
      (asked, at) => at === 0 || !asked.some((ask) => tries[at - 1]?.includes(ask)),
    );
    expect(hasOtherDraw(some)).toBe(areOthers);
  });
});
