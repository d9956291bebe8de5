import { createHash } from 'node:crypto';
import { readNumber } from '#app/domain/core/values/typed-number.ts';
import type { Draw } from '#app/domain/learning/quizzes/draws.ts';
import { formatOf, markAnswers, seedOf } from '#app/domain/learning/quizzes/marking.ts';
import type { Question } from '#app/domain/learning/quizzes/quiz.ts';
import { answerLinesOf } from '#app/domain/learning/quizzes/quiz-questions.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';

const keyOf = (question: Question) =>
  createHash('sha256').update(JSON.stringify(question)).digest('base64url').slice(0, 16);

/** How many different wrong answers to a question are counted. */
const mostWrongAnswers = 50;

/**
 * The words by which a wrong answer is counted, the same for everyone who is asked the question. Null where it has none: what was typed is
 * no number (it may be anything), or the figures change with each try.
 */
function wrongAnswerOf(question: Question, answer: string, seed: string): string | null {
  if (question.kind !== 'number')
    return answerLinesOf(question, answer, seed).filter(Boolean).join('; ') || null;
  const { value } = question.figures ? { value: null } : readNumber(answer, formatOf(question));
  return value === null ? null : answerLinesOf(question, String(value), seed).join('');
}

/**
 * Counts, as part of the transaction of a try, how its questions were answered; `pool` are the questions that `draw` was drawn from. In the
 * order of their keys, so that two tries at once do not wait for each other in a circle.
 */
export async function countAnswers(
  tx: Transaction,
  pool: readonly Question[],
  draw: Draw,
  answers: readonly string[],
): Promise<void> {
  const { marks } = markAnswers(draw.seed, draw.questions, answers);
  const rows = draw.questions.flatMap(({ ask }, index) => {
    const question = pool[draw.places[index] ?? -1];
    const mark = marks[index];
    if (!question || !mark) return [];
    const wrongAnswer = mark.isRight ? null : wrongAnswerOf(question, mark.answer, seedOf(draw.seed, index));
    return [{ key: keyOf(question), ask, wrong: mark.isRight ? 0 : 1, wrongAnswer }];
  });
  await tx.db.$executeRaw`
    INSERT INTO quiz_question_counts AS c (course_id, question, ask, asked, wrong, wrong_answers)
    SELECT ${draw.courseSlug}, t.key, t.ask, 1, t.wrong,
      CASE WHEN t.answer IS NULL THEN '{}'::jsonb ELSE jsonb_build_object(t.answer, 1) END
    FROM unnest(${rows.map(({ key }) => key)}::text[], ${rows.map(({ ask }) => ask)}::text[],
      ${rows.map(({ wrong }) => wrong)}::int[], ${rows.map(({ wrongAnswer }) => wrongAnswer)}::text[])
      AS t(key, ask, wrong, answer) ORDER BY t.key
    ON CONFLICT (course_id, question) DO UPDATE SET asked = c.asked + 1, wrong = c.wrong + EXCLUDED.wrong,
      wrong_answers = c.wrong_answers || (
        SELECT coalesce(jsonb_object_agg(given, coalesce((c.wrong_answers ->> given)::int, 0) + 1), '{}')
        FROM jsonb_object_keys(EXCLUDED.wrong_answers) AS given
        WHERE jsonb_exists(c.wrong_answers, given)
          OR (SELECT count(*) FROM jsonb_object_keys(c.wrong_answers)) < ${mostWrongAnswers}::int)`;
}
