import { createHash } from 'node:crypto';
import type { Draw } from '#app/domain/learning/quizzes/draws.ts';
import { markAnswers } from '#app/domain/learning/quizzes/marking.ts';
import type { Question } from '#app/domain/learning/quizzes/quiz.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';

const keyOf = (question: Question) =>
  createHash('sha256').update(JSON.stringify(question)).digest('base64url').slice(0, 16);

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
    return question ? [{ key: keyOf(question), ask, wrong: marks[index]?.isRight ? 0 : 1 }] : [];
  });
  await tx.db.$executeRaw`
    INSERT INTO quiz_question_counts AS c (course_id, question, ask, asked, wrong)
    SELECT ${draw.courseSlug}, t.key, t.ask, 1, t.wrong
    FROM unnest(${rows.map(({ key }) => key)}::text[], ${rows.map(({ ask }) => ask)}::text[],
      ${rows.map(({ wrong }) => wrong)}::int[]) AS t(key, ask, wrong) ORDER BY t.key
    ON CONFLICT (course_id, question) DO UPDATE SET asked = c.asked + 1, wrong = c.wrong + EXCLUDED.wrong`;
}
