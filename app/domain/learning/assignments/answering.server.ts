import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import {
  type LockedSubmission,
  lockSubmission,
  recordDecision,
  tellLearner,
} from '#app/domain/learning/assignments/answer-effects.server.ts';
import type { AnswerForm } from '#app/domain/learning/assignments/hand-in-form.server.ts';
import { requireInstructor } from '#app/domain/learning/assignments/instructors.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { formatMoment } from '#app/platform/date-format.ts';

/** The version that is answered. @throws {Refusal} conflict where it is not the latest */
async function latestVersion(tx: Transaction, { id, version: latest }: LockedSubmission, number: number) {
  if (number !== latest)
    throw new Refusal(
      'conflict',
      `Version ${latest} was handed in since you opened this page. Your answer was not sent; it is kept below. Read version ${latest}, then send it again.`,
    );
  return tx.db.assignmentVersion.findUniqueOrThrow({
    where: { submissionId_number: { submissionId: id, number } },
    select: {
      id: true,
      answer: true,
      decision: true,
      answeredAt: true,
      answeredBy: { select: { id: true, name: true } },
    },
  });
}

/**
 * Answers the latest version of what somebody handed in, once (P330): accepted, or to be revised. Accepted, it completes a module that
 * needs it (P331). The same answer of the same instructor sent again changes nothing.
 * @throws {Refusal} not_found, also for who may not answer it; not_allowed for one's own; conflict where another version was handed in since, or somebody else has
 * answered it
 */
export async function answerAssignment(
  viewer: Viewer,
  submissionId: string,
  form: AnswerForm,
): Promise<void> {
  await transaction(async (tx) => {
    const submission = await lockSubmission(tx, submissionId);
    await requireInstructor(tx, viewer, submission.courseId);
    if (submission.userId === viewer.id)
      throw new Refusal('not_allowed', 'Somebody else answers what you have handed in.');
    const version = await latestVersion(tx, submission, form.version);
    if (version.answeredAt !== null) {
      const isSame =
        version.answeredBy?.id === viewer.id &&
        version.answer === form.answer &&
        version.decision === form.decision;
      if (isSame) return;
      throw new Refusal(
        'conflict',
        `${version.answeredBy?.name || 'Somebody else'} answered this version on ${formatMoment(version.answeredAt)}. Your answer was not sent; it is kept below.`,
      );
    }
    const answeredAt = now();
    const { answer, decision } = form;
    await tx.db.assignmentVersion.update({
      where: { id: version.id },
      data: { answer, decision, answeredAt, answeredById: viewer.id },
    });
    await recordDecision(tx, viewer, submission, decision, answeredAt);
    await tellLearner(tx, submission, form, false);
  });
}
