import { z } from 'zod';
import { libraryQuestionSchema, questionSchema } from '#app/domain/learning/quizzes/quiz.ts';
import { problemsOfNumber } from '#app/domain/learning/quizzes/quiz-problems.server.ts';
import {
  offerFields,
  problemsOfFields,
  type QuestionKind,
  questionOfFields,
  rightField,
} from '#app/domain/publishing/authoring/question-fields.ts';

/** No field of the form needs as many characters. */
const typed = z.string().max(2_000, 'Please shorten this.').optional();

const names = [
  ...['ask', 'why', 'passage', 'right', 'tolerance', 'unit', 'sum', 'figures'],
  ...offerFields.flatMap((name, at) => [name, rightField(at)]),
];

/**
 * What the form of a question of this kind has to hold; becomes the question as a file has it. Courses of the shipped library ask for
 * more than those that were made in the admin area (P270).
 */
export function questionFormSchema(kind: QuestionKind, { isOwn }: { isOwn: boolean }) {
  const schema = isOwn ? questionSchema : libraryQuestionSchema;
  return z.object(Object.fromEntries(names.map((name) => [name, typed]))).transform((fields, context) => {
    const question = questionOfFields(kind, fields);
    const { error, data } = schema.safeParse(question);
    if (!error) {
      const [problem] = problemsOfNumber(data);
      if (!problem) return question;
      const { field, message } = problem;
      context.addIssue({
        code: 'custom',
        path: [field],
        message: `${message.charAt(0).toUpperCase()}${message.slice(1)}`,
      });
      return z.NEVER;
    }
    for (const { field, message } of problemsOfFields(kind, fields, error.issues))
      context.addIssue({ code: 'custom', path: [field], message });
    return z.NEVER;
  });
}
