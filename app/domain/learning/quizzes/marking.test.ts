import { describe, expect, it } from 'vitest';
import { answersSchema } from '#app/domain/learning/quizzes/answers-schema.server.ts';
import { markAnswers, rightPlaces, seedOf, shuffle } from '#app/domain/learning/quizzes/marking.ts';
import { type Question, quizSchema } from '#app/domain/learning/quizzes/quiz.ts';

const why = 'Because it is what the lesson teaches.';
const passage = '/courses/seo/module-1#heading';
const { questions } = quizSchema.parse({
  questions: [
    { kind: 'choice', ask: 'Which of the three?', options: ['A', 'B', 'C'], right: 2, why, passage },
    { kind: 'order', ask: 'In which order?', steps: ['First', 'Second', 'Third', 'Fourth'], why, passage },
    { kind: 'number', ask: 'How many are there?', right: 12.5, tolerance: 0.1, sum: '25 / 2', why, passage },
    { kind: 'number', ask: 'How many are there?', right: 1250, unit: '$', sum: '1250 * 1', why, passage },
    { kind: 'mistake', ask: 'Which line is wrong?', lines: ['A', 'B', 'C'], right: 3, why, passage },
  ],
});
const stepOrder = shuffle(seedOf('seo', 1), 4);
const right = ['2', rightPlaces(stepOrder), '12.5', '1250', '3'];
const scoreOf = (answers: readonly string[]) => markAnswers('seo', questions, answers);

describe('marking', () => {
  it('counts right answers', () => {
    expect(scoreOf(right)).toMatchObject({ score: 5 });
    expect(scoreOf(['1', ...right.slice(1)])).toMatchObject({ score: 4 });
    expect(scoreOf(['1', '1,2,3,4', ...right.slice(2)])).toMatchObject({ score: 3 });
    expect(scoreOf([])).toMatchObject({ score: 0 });
  });

  it('takes numbers within their tolerance, however they are written', () => {
    const isRight = (index: number, answer: string) =>
      scoreOf(right.map((one, at) => (at === index ? answer : one))).marks[index]?.isRight;
    for (const answer of ['12.5', '12.4', '12.6', ' 12.5 ', '12.50 %']) expect(isRight(2, answer)).toBe(true);
    for (const answer of ['12.39', '12.61', '125', 'twelve']) expect(isRight(2, answer)).toBe(false);
    for (const answer of ['1250', '1,250', '$1,250.00', '$ 1250']) expect(isRight(3, answer)).toBe(true);
    for (const answer of ['1250.01', '-1250', '1,25']) expect(isRight(3, answer)).toBe(false);
  });

  it('reads what is typed as the unit of its question', () => {
    const isRight = (answer: string) =>
      scoreOf(right.map((one, at) => (at === 3 ? answer : one))).marks[3]?.isRight;
    for (const answer of ['1.25k', '1 250', 'USD 1250', '1250 dollars']) expect(isRight(answer)).toBe(true);
    for (const answer of ['1250%', '1250 clicks', '1.250', '1.25']) expect(isRight(answer)).toBe(false);
  });
});

describe('the order in which steps are shown', () => {
  it('is always the same, and never the right one', () => {
    for (const count of [3, 4, 5])
      for (let index = 0; index < 200; index += 1) {
        const order = shuffle(`course-${index}`, count);
        expect(order).toEqual(shuffle(`course-${index}`, count));
        expect([...order].sort()).toEqual(Array.from({ length: count }, (_, at) => at));
        expect(order.every((step, at) => step === at)).toBe(false);
      }
  });

  it('differs between courses', () => {
    const orders = new Set(Array.from({ length: 50 }, (_, at) => shuffle(`course-${at}`, 4).join()));
    expect(orders.size).toBeGreaterThan(10);
  });

  it('is answered by the place of each step as it is shown', () => {
    const steps = (questions[1] as Extract<Question, { kind: 'order' }>).steps;
    const places = rightPlaces(stepOrder).split(',');
    expect(stepOrder.map((step) => steps[step])).not.toEqual(steps);
    expect(steps).toEqual(steps.map((_, place) => steps[stepOrder[places.indexOf(String(place + 1))] ?? -1]));
  });
});

describe('the form', () => {
  const schema = answersSchema(questions);
  const whole = { q1: '2', q2s1: '1', q2s2: '2', q2s3: '3', q2s4: '4', q3: ' 12.5', q4: '$1,250', q5: '3' };
  const wrongFields = (typed: object) =>
    schema.safeParse(typed).error?.issues.map(({ path }) => path.join('.')) ?? [];

  it('becomes answers in the order of the questions', () => {
    expect(schema.parse(whole)).toEqual(['2', '1,2,3,4', '12.5', '$1,250', '3']);
  });

  it('wants an answer to each question, of those there are', () => {
    expect(wrongFields({})).toEqual(['q1', 'q2s1', 'q2s2', 'q2s3', 'q2s4', 'q3', 'q4', 'q5']);
    expect(wrongFields({ ...whole, q1: '4', q3: 'many', q5: '0' })).toEqual(['q1', 'q3', 'q5']);
    expect(wrongFields({ ...whole, q3: '1'.repeat(61) })).toContain('q3');
    expect(wrongFields({ ...whole, q3: '12,5', q4: '1.250' })).toEqual(['q3', 'q4']);
  });

  it('gives no place to two steps', () => {
    expect(wrongFields({ ...whole, q2s3: '1' })).toEqual(['q2s3']);
  });
});
