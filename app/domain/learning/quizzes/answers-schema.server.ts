import { z } from 'zod';
import { readNumber } from '#app/domain/core/values/typed-number.ts';
import { type Answer, formatOf } from '#app/domain/learning/quizzes/marking.ts';
import type { Question } from '#app/domain/learning/quizzes/quiz.ts';

/** The field of a question, from 0; of an order's steps as they are shown, each has one. */
export const fieldOf = (index: number, step?: number) =>
  `q${index + 1}${step === undefined ? '' : `s${step + 1}`}`;

/** The fields of a question's form. */
export const fieldsOf = (question: Question, index: number) =>
  question.kind === 'order' ? question.steps.map((_, step) => fieldOf(index, step)) : [fieldOf(index)];

const oneOf = (count: number, message: string) =>
  z.enum(
    Array.from({ length: count }, (_, at) => String(at + 1)),
    { error: message },
  );

function schemaOfField(question: Question) {
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
      questions.map((question, index) =>
        fieldsOf(question, index)
          .map((name) => String(typed[name]).trim())
          .join(','),
      ),
    );
}
