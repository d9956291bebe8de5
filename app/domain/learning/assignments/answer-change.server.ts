import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import {
  type LockedSubmission,
  lockSubmission,
  recordDecision,
  tellLearner,
} from '#app/domain/learning/assignments/answer-effects.server.ts';
import type { ChangedAnswerForm } from '#app/domain/learning/assignments/hand-in-form.server.ts';
import { requireInstructor } from '#app/domain/learning/assignments/instructors.server.ts';
import { mostAnswerChanges } from '#app/domain/learning/assignments/limits.ts';
import type { EarlierAnswer } from '#app/domain/learning/assignments/own-assignment.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';

interface SentAnswer {
  id: string;
  number: number;
  answer: string;
  decision: 'accepted' | 'revise';
  answeredById: string | null;
  /** When what it says now was sent. */
  sentAt: Date;
  earlierAnswers: EarlierAnswer[];
}

/** @throws {Refusal} not_found for a version that is not there or not answered */
async function findAnswer(tx: Transaction, submissionId: string, number: number): Promise<SentAnswer> {
  const [version] = await tx.db.$queryRaw<SentAnswer[]>`
    SELECT id, number, answer, decision::text AS decision, answered_by AS "answeredById",
      coalesce(answer_changed_at, answered_at) AS "sentAt", earlier_answers AS "earlierAnswers"
    FROM assignment_versions
    WHERE submission_id = ${submissionId}::uuid AND number = ${number} AND answered_at IS NOT NULL`;
  if (!version) throw new Refusal('not_found', 'There is no answer here that you may change.');
  return version;
}

/** @throws {Refusal} conflict where what was decided about a version stands */
function requireOpenDecision({ decision, number }: SentAnswer, { version }: LockedSubmission): void {
  if (decision === 'accepted')
    throw new Refusal(
      'conflict',
      'This assignment is accepted, and stays so. You can change the words of your answer.',
    );
  if (number !== version)
    throw new Refusal(
      'conflict',
      `Version ${version} was handed in since. You can change the words of this answer, and decide about version ${version}.`,
    );
}

/**
 * Changes an answer that its instructor has sent (P330): its words, and from revise to accepted while it is about the latest version. The
 * learner is told once of each change; what it said before is kept. Sent again, the same changes nothing.
 * @throws {Refusal} not_found, also for who may not answer it; not_allowed for an answer of somebody else; conflict where it was changed
 * since the form was shown, where what was decided stands, and after twenty changes
 */
export async function changeAnswer(
  viewer: Viewer,
  submissionId: string,
  { version: number, answer, seen, ...form }: ChangedAnswerForm,
): Promise<void> {
  await transaction(async (tx) => {
    const submission = await lockSubmission(tx, submissionId);
    await requireInstructor(tx, viewer, submission.courseId);
    const previous = await findAnswer(tx, submissionId, number);
    if (previous.answeredById !== viewer.id)
      throw new Refusal('not_allowed', 'Only whoever sent an answer can change it.');
    const decision = form.decision ?? previous.decision;
    if (answer === previous.answer && decision === previous.decision) return;
    const { earlierAnswers } = previous;
    if (seen !== earlierAnswers.length)
      throw new Refusal(
        'conflict',
        'You changed this answer in another tab since you opened this page. What you typed is kept below, and was not sent.',
      );
    if (decision !== previous.decision) requireOpenDecision(previous, submission);
    if (earlierAnswers.length >= mostAnswerChanges)
      throw new Refusal('conflict', `An answer can be changed ${mostAnswerChanges} times.`);
    const at = now();
    const before = {
      answer: previous.answer,
      decision: previous.decision,
      sentAt: previous.sentAt.toISOString(),
    };
    await tx.db.assignmentVersion.update({
      where: { id: previous.id },
      data: { answer, decision, answerChangedAt: at, earlierAnswers: [...earlierAnswers, before] },
    });
    if (decision !== previous.decision) await recordDecision(tx, viewer, submission, decision, at);
    else
      await recordActivity(tx, {
        kind: 'assignment_answer_changed',
        userId: submission.userId,
        actorId: viewer.id,
        subject: { type: 'course', id: submission.courseId },
        details: { title: submission.title },
      });
    await tellLearner(tx, submission, { answer, decision }, true);
  });
}
