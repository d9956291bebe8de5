import { mayReadCourse } from '#app/domain/core/access/policy.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { requireCourse } from '#app/domain/learning/courses/archived-course.server.ts';
import { findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { requireWholeCourse } from '#app/domain/learning/courses/release-state.server.ts';
import { attemptsLeft, triesOnDay } from '#app/domain/learning/quizzes/attempt-limit.ts';
import { drawQuestions } from '#app/domain/learning/quizzes/draws.ts';
import { type Answer, markAnswers } from '#app/domain/learning/quizzes/marking.ts';
import { countAnswers } from '#app/domain/learning/quizzes/question-counts.server.ts';
import { findQuiz } from '#app/domain/learning/quizzes/quizzes.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';

/** How a try went; outdated where it answers other questions than those that are asked now, and nothing is kept. */
export type Try = { kind: 'marked'; score: number; isPassed: boolean } | { kind: 'outdated' };

/**
 * Marks a try at a course's quiz and keeps what was answered; the best of all tries counts, and what is passed stays passed (P137).
 * `attempt` is the try whose questions are answered, the next one if left out. The same answers to the questions of last time are the
 * same try, so that a form sent twice counts once.
 * @throws {Refusal} not_found for a course without a quiz; not_allowed without access to the lessons; conflict without a try left.
 */
export async function takeQuiz(
  viewer: Viewer,
  courseSlug: string,
  answers: readonly Answer[],
  attempt?: number,
): Promise<Try> {
  const course = findCourse(courseSlug);
  const quiz = findQuiz(courseSlug);
  if (!course || !quiz) throw new Refusal('not_found', 'This course has no quiz.');
  await requireCourse(viewer, courseSlug);
  if (!(await mayReadCourse(viewer, courseSlug)))
    throw new Refusal('not_allowed', 'An active membership is needed to take this course.');
  await requireWholeCourse(viewer, courseSlug);
  const mark = (asked: number): Extract<Try, { kind: 'marked' }> => {
    const { seed, questions } = drawQuestions(quiz, viewer.id, asked);
    const { score } = markAnswers(seed, questions, answers);
    return { kind: 'marked', score, isPassed: score >= quiz.pass };
  };
  const key = { userId: viewer.id, courseId: courseSlug };
  return transaction(async (tx): Promise<Try> => {
    await tx.db.quizResult.createMany({
      data: { ...key, best: 0, last: 0, tries: 0, answers: [], version: quiz.version, triedAt: now() },
      skipDuplicates: true,
    });
    await tx.db
      .$queryRaw`SELECT 1 FROM quiz_results WHERE user_id = ${viewer.id}::uuid AND course_id = ${courseSlug} FOR UPDATE`;
    const before = await tx.db.quizResult.findUniqueOrThrow({ where: { userId_courseId: key } });
    const asked = attempt ?? before.tries;
    const isSame =
      before.tries > 0 && before.version === quiz.version && before.answers.join('\n') === answers.join('\n');
    if (isSame && asked === before.tries - 1) return mark(asked);
    if (asked !== before.tries) return { kind: 'outdated' };
    // The row is there from the first try on; one without a try says nothing of its day.
    const soFar = { ...before, triedAt: before.tries > 0 ? before.triedAt : null };
    if (attemptsLeft(quiz, soFar, now()) === 0)
      throw new Refusal('conflict', 'You have no tries left for now. This one was not counted.');
    const result = mark(asked);
    const { score, isPassed } = result;
    const draw = drawQuestions(quiz, viewer.id, asked);
    await countAnswers(tx, quiz.questions, draw, answers);
    // Tries of other lengths, from before the quiz was changed, are compared by their shares.
    const isBest = before.tries === 0 || score * before.outOf >= before.best * draw.questions.length;
    await tx.db.quizResult.update({
      where: { userId_courseId: key },
      data: {
        ...(isBest ? { best: score, outOf: draw.questions.length } : {}),
        last: score,
        tries: before.tries + 1,
        dayTries: triesOnDay(soFar, now()) + 1,
        passedAt: before.passedAt ?? (isPassed ? now() : null),
        answers: [...answers],
        version: quiz.version,
        triedAt: now(),
      },
    });
    if (isPassed && !before.passedAt)
      await recordActivity(tx, {
        kind: 'quiz_passed',
        userId: viewer.id,
        actorId: viewer.id,
        subject: { type: 'course', id: courseSlug },
        details: { title: course.title },
      });
    return result;
  });
}
