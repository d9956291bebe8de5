import { describe, expect, it } from 'vitest';
import type { Course } from '#app/domain/learning/courses/catalogue.server.ts';
import type { Question } from '#app/domain/learning/quizzes/quiz.ts';
import { quizProblems } from '#app/domain/learning/quizzes/quiz-problems.server.ts';

const module = (id: number) => ({
  id,
  title: 'A lesson',
  description: 'What it is about',
  video: null,
  lesson: '## First\n\nText.\n\n## Second\n\nText.\n',
  folder: 'courses/quokkas',
});
const course = { slug: 'quokkas', modules: [module(1), module(2)] } as unknown as Course;

const why = 'Because the lesson says so.';
const passage = '/courses/quokkas/module-1#first';
const options = ['One', 'Two', 'Three'];
const quiz = (): Question[] => [
  { kind: 'choice', ask: 'Which of them?', options, right: 1, why, passage },
  { kind: 'order', ask: 'In which order?', steps: options, why, passage },
  { kind: 'mistake', ask: 'Which is wrong?', lines: options, right: 2, why, passage },
  { kind: 'number', ask: 'How many are left?', right: 3, tolerance: 0, sum: '5 - 2', why, passage },
  {
    kind: 'choice',
    ask: 'And which now?',
    options,
    right: 3,
    why,
    passage: '/courses/quokkas/module-2#second',
  },
];
const changed = (at: number, change: Partial<Question>) =>
  quiz().map((question, index) => (index === at ? ({ ...question, ...change } as Question) : question));

describe('a quiz', () => {
  it('has nothing wrong with it', () => {
    expect(quizProblems({ questions: quiz(), draw: 5 }, course)).toEqual([]);
  });

  it.each<[string, Question[], string]>([
    [
      'two kinds of questions',
      quiz().map((question) => quiz()[question.kind === 'order' ? 1 : 0] ?? question),
      'in three ways',
    ],
    ['questions about one module', changed(4, { passage }), 'more than one module'],
    [
      'a heading that is not there',
      changed(0, { passage: `${passage}-one` }),
      'Question 1: /courses/quokkas/module-1#first-one is no heading',
    ],
    [
      'a heading of another course',
      changed(1, { passage: '/courses/seo/module-1#first' }),
      'Question 2: /courses/seo',
    ],
    [
      'a lesson that is not there',
      changed(1, { passage: '/courses/quokkas/module-3#first' }),
      'module-3#first is no heading',
    ],
    [
      'the same twice',
      changed(2, { lines: ['One', 'One', 'Two'] } as Partial<Question>),
      'Question 3: the same is offered twice',
    ],
    [
      'a sum that comes to something else',
      changed(3, { sum: '5 - 3' } as Partial<Question>),
      '5 - 3 is 2, not 3',
    ],
    [
      'figures that divide by zero',
      changed(3, {
        sum: '{all} / {parts}',
        figures: [
          { all: 9, parts: 3 },
          { all: 9, parts: 0 },
        ],
      } as Partial<Question>),
      '9 / 0 divides by zero',
    ],
    [
      'a number that nobody types',
      changed(3, { sum: undefined, right: 0.333 } as Partial<Question>),
      'nobody types 0.333 exactly',
    ],
    ['what is no sum', changed(3, { sum: '5 -' } as Partial<Question>), 'is no sum'],
    ['brackets without end', changed(3, { sum: '('.repeat(30_000) } as Partial<Question>), 'Question 4'],
  ])('has %s', (_, questions, problem) => {
    expect(quizProblems({ questions, draw: 5 }, course).join('\n')).toContain(problem);
  });
});
