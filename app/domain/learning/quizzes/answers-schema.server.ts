import { z } from 'zod';
import { readNumber } from '#app/domain/core/values/typed-number.ts';
import { type Answer, formatOf } from '#app/domain/learning/quizzes/marking.ts';
import type { Question } from '#app/domain/learning/quizzes/quiz.ts';

/** The field of a question, from 0; each step of an order, as they are shown, and each of several options has one. */
export const fieldOf = (index: number, step?: number) =>
  `q${index + 1}${step === undefined ? '' : `s${step + 1}`}`;

/** The fields of a question's form. */
export function fieldsOf(question: Question, index: number): string[] {
  if (question.kind === 'order') return question.steps.map((_, step) => fieldOf(index, step));
  if (question.kind === 'multiple') return question.options.map((_, option) => fieldOf(index, option));
  return [fieldOf(index)];
}

const oneOf = (count: number, message: string) =>
  z.enum(
    Array.from({ length: count }, (_, at) => String(at + 1)),
    { error: message },
  );

function schemaOfField(question: Question) {
  // A box that is not ticked is not sent.
  if (question.kind === 'multiple') return z.string().optional();
  if (question.kind === 'choice') return oneOf(question.options.length, 'Choose one.');
  if (question.kind === 'mistake') return oneOf(question.lines.length, 'Choose the line that is wrong.');
  if (question.kind === 'order') return oneOf(question.steps.length, 'Give this step its place.');
  return z.string({ error: 'Type your answer as a number.' }).superRefine((typed, context) => {
    const { problem } = readNumber(typed, formatOf(question));
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });
}

/** What the form of a quiz has to hold; becomes the answers in the order of the questions. */
export function answersSchema(questions: readonly Question[]) {
  const shape = Object.fromEntries(
    questions.flatMap((question, index) =>
      fieldsOf(question, index).map((name) => [name, schemaOfField(question)] as const),
    ),
  );
  return z
    .object(shape)
    .superRefine((typed, context) => {
      for (const [index, question] of questions.entries()) {
        const names = fieldsOf(question, index);
        if (question.kind === 'multiple' && !names.some((name) => typed[name]))
          context.addIssue({ code: 'custom', path: [fieldOf(index)], message: 'Choose at least one.' });
        if (question.kind !== 'order') continue;
        const places = names.map((name) => typed[name]);
        for (const [at, name] of names.entries())
          if (places.indexOf(typed[name]) < at)
            context.addIssue({
              code: 'custom',
              path: [name],
              message: `Another step has place ${typed[name]} already.`,
            });
      }
    })
    .transform((typed): Answer[] =>
      questions.map((question, index) => {
        const values = fieldsOf(question, index).map((name) => typed[name]);
        return question.kind === 'multiple'
          ? values.flatMap((value, option) => (value ? option + 1 : [])).join(',')
          : values.map((value) => String(value).trim()).join(',');
      }),
    );
}
