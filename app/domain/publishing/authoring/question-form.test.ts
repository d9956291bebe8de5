import { describe, expect, it } from 'vitest';
import { fieldsOfQuestion } from '#app/domain/publishing/authoring/question-fields.ts';
import { questionFormSchema } from '#app/domain/publishing/authoring/question-form.server.ts';

const passage = '/courses/first-steps/module-1#first';
const own = { isOwn: true };
const typed = { ask: 'Which one?', why: 'Because it is.', passage };

/** What is wrong, by field. */
function problemsOf(
  ...[kind, fields, { isOwn }]: [Parameters<typeof questionFormSchema>[0], object, { isOwn: boolean }]
) {
  const { error } = questionFormSchema(kind, { isOwn }).safeParse(fields);
  return Object.fromEntries(error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []);
}

describe('the form of a question', () => {
  it('leaves places out that are empty, and marks the right one by what is left', () => {
    const fields = { ...typed, offer1: 'One ', offer3: ' Two\r\nlines', offer4: '', right: '3' };
    expect(questionFormSchema('choice', own).parse(fields)).toEqual({
      kind: 'choice',
      ask: 'Which one?',
      options: ['One', 'Two lines'],
      right: 2,
      why: 'Because it is.',
      passage,
    });
  });

  it('says what is wrong beside the field that it is about', () => {
    expect(problemsOf('choice', {}, own)).toEqual({
      ask: 'Type the question.',
      offer1: 'Give at least 2 options.',
      right: 'Choose which one is right.',
      why: 'Explain why the right answer is right.',
      passage: 'Choose where the lesson teaches this.',
    });
    const long = { ...typed, offer1: 'One', offer2: '', offer3: 'x'.repeat(200), right: '2' };
    expect(problemsOf('choice', long, own)).toEqual({
      offer3: 'Use at most 160 characters.',
      right: 'Choose which one is right.',
    });
    expect(problemsOf('order', { ...typed, offer1: 'One' }, own)).toEqual({
      offer2: 'Give at least 2 steps.',
    });
    expect(
      problemsOf('mistake', { ...typed, passage: '/pricing', offer1: 'One', offer2: 'Two', right: '1' }, own),
    ).toEqual({
      passage: 'Choose where the lesson teaches this.',
    });
  });

  it('says what is wrong with a sum beside it, before anything is saved', () => {
    const number = { ...typed, right: '12' };
    expect(problemsOf('number', { ...number, sum: '10 + 3' }, own)).toEqual({ sum: '10 + 3 is 13, not 12.' });
    expect(problemsOf('number', { ...number, sum: '(10 + 2' }, own)).toEqual({
      sum: '(10 + 2: a bracket is open',
    });
    expect(problemsOf('number', { ...number, sum: '1 / 0' }, own)).toEqual({ sum: '1 / 0 divides by zero.' });
    expect(problemsOf('number', { ...number, right: '1/3' }, own)).toEqual({
      tolerance: expect.stringContaining('give it a tolerance'),
    });
  });

  it('reads numbers as people type them', () => {
    const fields = { ...typed, right: '1,600', tolerance: '0.5', unit: '$', sum: '800 * 2' };
    expect(questionFormSchema('number', own).parse(fields)).toMatchObject({ right: 1600, tolerance: 0.5 });
    expect(problemsOf('number', { ...typed, right: 'many', tolerance: '-1' }, own)).toEqual({
      right: 'Type a number, such as 1200 or 2.5.',
      tolerance: 'Type a number, such as 1200 or 2.5.',
    });
  });

  it('reads figures from lines, each with a name and a number', () => {
    const figures = 'click 8, leave 10\nclick: 9, leave = 1,000\n';
    const ask = 'Of {click} clicks, how many leave {leave} times?';
    const fields = { ...typed, ask, right: '80', sum: '{click} * {leave}', figures };
    expect(problemsOf('number', { ...fields, ask: typed.ask }, own)).toEqual({
      figures: 'Two sets of figures make the same question.',
    });
    const question = questionFormSchema('number', own).parse(fields);
    expect(question).toMatchObject({
      figures: [
        { click: 8, leave: 10 },
        { click: 9, leave: 1000 },
      ],
    });
    expect(fieldsOfQuestion(question).figures).toBe('click 8, leave 10\nclick 9, leave 1000');
    for (const wrong of ['click 8', 'click 8\nClick 9', 'click 8\nclick many', '8\n9'])
      expect(Object.keys(problemsOf('number', { ...fields, figures: wrong }, own))).toEqual(['figures']);
    expect(problemsOf('number', { ...fields, sum: '' }, own)).toEqual({
      sum: 'Type how one gets to the number, such as 40 - 20 - 5.',
    });
  });

  it('asks more of the shipped library', () => {
    const fields = { ...typed, offer1: 'One', offer2: 'Two', right: '1' };
    expect(problemsOf('choice', fields, own)).toEqual({});
    expect(problemsOf('choice', fields, { isOwn: false })).toEqual({
      offer3: 'Give at least 3 options.',
      why: 'Use at least 20 characters.',
    });
    expect(problemsOf('number', { ...typed, why: 'x'.repeat(30), right: '3' }, { isOwn: false })).toEqual({
      sum: 'Type how one gets to the number, such as 40 - 20 - 5.',
    });
  });
});
