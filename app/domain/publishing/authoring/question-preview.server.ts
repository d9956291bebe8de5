import { withFigures } from '#app/domain/learning/quizzes/draws.ts';
import { type Question, questionSchema } from '#app/domain/learning/quizzes/quiz.ts';
import {
  type AskedQuestion,
  askQuestions,
  rightLinesOf,
} from '#app/domain/learning/quizzes/quiz-questions.server.ts';

/** A question as a learner gets it, and what they read once they have passed. */
export interface QuestionPreview {
  asked: AskedQuestion;
  right: readonly string[];
  why: string;
  /** Why its figures or its sum can't be worked out; null where they can. */
  problem: string | null;
}

/** Shows a question of a form as a learner would see it. @throws {z.ZodError} for what is no question */
export function previewQuestion(courseSlug: string, raw: unknown): QuestionPreview {
  const template = questionSchema.parse(raw);
  let question: Question = template;
  let problem: string | null = null;
  try {
    question = withFigures(template, 0);
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  const draw = { courseSlug, attempt: 0, seed: courseSlug, token: '', questions: [question], places: [0] };
  const [asked] = askQuestions(draw);
  if (!asked) throw new Error('A draw of one question asks one.');
  return { asked, right: rightLinesOf(question), why: question.why, problem };
}
