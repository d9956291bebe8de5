import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import type { AnswerForm } from '#app/domain/learning/assignments/hand-in-form.server.ts';
import { findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { completeModule } from '#app/domain/learning/courses/completion.server.ts';
import { config } from '#app/platform/config.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';

// What answering an assignment and changing that answer have in common (P330).

/** What somebody has handed in for an assignment, locked until its transaction ends. */
export interface LockedSubmission {
  id: string;
  userId: string;
  courseId: string;
  moduleId: number;
  title: string;
  /** The number of the latest version. */
  version: number;
}

/** @throws {Refusal} not_found */
export async function lockSubmission(tx: Transaction, id: string): Promise<LockedSubmission> {
  const [submission] = await tx.db.$queryRaw<LockedSubmission[]>`
    SELECT id, user_id AS "userId", course_id AS "courseId", module_id AS "moduleId", title, version
    FROM assignment_submissions WHERE id = ${id}::uuid FOR UPDATE`;
  if (!submission) throw new Refusal('not_found', 'There is nothing here that you may answer.');
  return submission;
}

/** Writes what was decided about the latest version. Accepted, it completes a module that needs it (P331). */
export async function recordDecision(
  tx: Transaction,
  viewer: Viewer,
  { id, userId, courseId, moduleId, title }: LockedSubmission,
  decision: AnswerForm['decision'],
  answeredAt: Date,
): Promise<void> {
  await tx.db.assignmentSubmission.update({ where: { id }, data: { state: decision, answeredAt } });
  const course = findCourse(courseId);
  const module = course?.modules.find((each) => each.id === moduleId);
  if (decision === 'accepted' && course && module?.assignment?.required)
    await completeModule(tx, userId, course, moduleId);
  await recordActivity(tx, {
    kind: decision === 'accepted' ? 'assignment_accepted' : 'assignment_returned',
    userId,
    actorId: viewer.id,
    subject: { type: 'course', id: courseId },
    details: { title },
  });
}

/**
 * Emails a learner that their assignment is answered, or that its answer has changed, and lists it among their notifications. Whoever is
 * deactivated is told nothing.
 */
export async function tellLearner(
  tx: Transaction,
  { userId, courseId, moduleId, title }: LockedSubmission,
  { answer, decision }: Pick<AnswerForm, 'answer' | 'decision'>,
  isChange: boolean,
): Promise<void> {
  const path = `/courses/${courseId}/module-${moduleId}/assignment`;
  const isAccepted = decision === 'accepted';
  await notify(tx, { userId, event: 'assignment_answered', path, details: { title, isAccepted, isChange } });
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
    isChange,
    answer,
    assignmentUrl: `${config().appUrl}${path}`,
  });
}
