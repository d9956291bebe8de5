import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import type { AnswerForm } from '#app/domain/learning/assignments/hand-in-form.server.ts';
import { requireInstructor } from '#app/domain/learning/assignments/instructors.server.ts';
import { findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { completeModule } from '#app/domain/learning/courses/completion.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { formatMoment } from '#app/platform/date-format.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';

interface LockedSubmission {
  id: string;
  userId: string;
  courseId: string;
  moduleId: number;
  title: string;
  version: number;
}

const noSuchSubmission = () => new Refusal('not_found', 'There is nothing here that you may answer.');

async function lockSubmission(tx: Transaction, id: string): Promise<LockedSubmission> {
  const [submission] = await tx.db.$queryRaw<LockedSubmission[]>`
    SELECT id, user_id AS "userId", course_id AS "courseId", module_id AS "moduleId", title, version
    FROM assignment_submissions WHERE id = ${id}::uuid FOR UPDATE`;
  if (!submission) throw noSuchSubmission();
  return submission;
}

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

/** Emails a learner that their assignment is answered, and lists it among their notifications. Whoever is deactivated is told nothing. */
async function tellLearner(
  tx: Transaction,
  { userId, courseId, moduleId, title }: LockedSubmission,
  { answer, decision }: AnswerForm,
): Promise<void> {
  const path = `/courses/${courseId}/module-${moduleId}/assignment`;
  const isAccepted = decision === 'accepted';
  await notify(tx, { userId, event: 'assignment_answered', path, details: { title, isAccepted } });
  const learner = await tx.db.user.findFirst({
    where: { id: userId, status: 'active', emailVerifiedAt: { not: null } },
    select: { email: true, name: true },
  });
  if (!learner) return;
  await queueMail(tx, learner.email, 'assignment-answered', {
    name: learner.name,
    assignment: title,
    course: findCourse(courseId)?.title ?? courseId,
    isAccepted,
    answer,
    assignmentUrl: `${config().appUrl}${path}`,
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
    const { userId, courseId, moduleId, title } = submission;
    await requireInstructor(tx, viewer, courseId);
    if (userId === viewer.id)
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
    await tx.db.assignmentSubmission.update({
      where: { id: submissionId },
      data: { state: decision, answeredAt },
    });
    const course = findCourse(courseId);
    const module = course?.modules.find(({ id }) => id === moduleId);
    if (decision === 'accepted' && course && module?.assignment?.required)
      await completeModule(tx, userId, course, moduleId);
    await recordActivity(tx, {
      kind: decision === 'accepted' ? 'assignment_accepted' : 'assignment_returned',
      userId,
      actorId: viewer.id,
      subject: { type: 'course', id: courseId },
      details: { title },
    });
    await tellLearner(tx, submission, form);
  });
}
