import { describe, expect, it } from 'vitest';
import { answersSchema } from '#app/domain/learning/quizzes/answers-schema.server.ts';
import { markAnswers } from '#app/domain/learning/quizzes/marking.ts';
import { type Question, questionSchema } from '#app/domain/learning/quizzes/quiz.ts';
import { askQuestions, explainAnswers } from '#app/domain/learning/quizzes/quiz-questions.server.ts';
import { fieldsOfQuestion, questionOfFields } from '#app/domain/publishing/authoring/question-fields.ts';
import { questionFormSchema } from '#app/domain/publishing/authoring/question-form.server.ts';

const raw = {
  kind: 'multiple',
  ask: 'Which of these are even?',
  options: ['One', 'Two', 'Three', 'Four'],
  right: [2, 4],
  why: 'They can be halved.',
  passage: '/courses/seo/module-1',
};
const question = questionSchema.parse(raw);
const questions: Question[] = [question, { ...question, ask: 'And which of these?' } as Question];
const draw = { courseSlug: 'seo', attempt: 0, seed: 's', token: '', questions, places: [0, 1] };
const answersOf = (typed: Record<string, string>) => answersSchema(questions).safeParse(typed);

describe('a question with several right options', () => {
  it('is answered by boxes of its own, and keeps their numbers', () => {
    expect(answersOf({ q1s2: '1', q1s4: 'on', q2s1: '1' }).data).toEqual(['2,4', '1']);
    expect(answersOf({ q1s4: '1', q1s2: '1', q2s3: '1', q2s9: '1', q2: '2' }).data).toEqual(['2,4', '3']);
    expect(answersOf({ q1s1: '1', q2s1: '' }).error?.issues).toMatchObject([
      { path: ['q2'], message: 'Choose at least one.' },
    ]);
  });

  it('is right with all that are right and nothing else', () => {
    for (const [answer, isRight] of [
      ['2,4', true],
      ['2', false],
      ['1,2,4', false],
      ['4,2', false],
      ['', false],
    ] as const)
      expect(markAnswers('s', questions, [answer, '1']).marks[0]).toEqual({ answer, isRight });
    expect(markAnswers('s', questions, ['2,4', '2,4']).score).toBe(2);
  });

  it('is asked without its answers, and explained with what was chosen', () => {
    const [asked] = askQuestions(draw);
    expect(asked).toEqual({
      kind: 'multiple',
      ask: raw.ask,
      name: 'q1',
      options: raw.options.map((text, at) => ({ name: `q1s${at + 1}`, text })),
    });
    const [right, wrong] = explainAnswers(draw, ['2,4', '1,2'], { isPassed: false });
    expect(right).toMatchObject({ isRight: true, isOrdered: false, answerLines: ['Two', 'Four'] });
    expect(wrong).toMatchObject({ isRight: false, answerLines: ['One', 'Two'], right: null, why: null });
    const [, told] = explainAnswers(draw, ['2,4', '1,2'], { isPassed: true });
    expect(told?.right).toEqual(['Two', 'Four']);
  });

  it('is shown again in its own list, and marks tell which are right only once it is passed', () => {
    const shown = (isPassed: boolean) =>
      explainAnswers(draw, ['2,4', '1,2'], { isPassed })[1]?.options?.map(
        ({ text, isChosen, verdict }) => `${text} ${isChosen} ${verdict}`,
      );
    expect(shown(false)).toEqual(['One true null', 'Two true null', 'Three false null', 'Four false null']);
    expect(shown(true)).toEqual([
      'One true wrong',
      'Two true right',
      'Three false null',
      'Four false missed',
    ]);
  });

  it('of one choice the wrong one is marked, and no other', () => {
    const choice = { ...question, kind: 'choice', right: 2 } as Question;
    const [explained] = explainAnswers({ ...draw, questions: [choice] }, ['3'], { isPassed: false });
    expect(explained?.options?.map(({ verdict }) => verdict)).toEqual([null, null, 'wrong', null]);
  });

  it('names options that there are, each once and in their order', () => {
    for (const right of [[], [5], [4, 2], [2, 2], [0]])
      expect(questionSchema.safeParse({ ...raw, right }).success).toBe(false);
  });

  it('comes back from its form as it was, and from one with empty places with the right numbers', () => {
    expect(questionOfFields('multiple', fieldsOfQuestion(raw))).toEqual(raw);
    const typed = { ask: raw.ask, why: raw.why, passage: raw.passage };
    const form = questionFormSchema('multiple', { isOwn: true });
    expect(
      form.parse({
        ...typed,
        offer2: 'Two',
        offer3: 'Three',
        offer5: 'Four',
        right2: '1',
        right5: '1',
        right8: '1',
      }),
    ).toMatchObject({ options: ['Two', 'Three', 'Four'], right: [1, 3] });
    expect(form.safeParse({ ...typed, offer1: 'One', offer2: 'Two' }).error?.issues).toMatchObject([
      { path: ['right'], message: 'Choose every option that is right.' },
    ]);
  });
});
