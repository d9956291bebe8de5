import { mayReadCourse } from '#app/domain/core/access/policy.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import type { HandInForm } from '#app/domain/learning/assignments/hand-in-form.server.ts';
import { instructorsOf } from '#app/domain/learning/assignments/instructors.server.ts';
import { mostVersions } from '#app/domain/learning/assignments/limits.ts';
import { storeFile } from '#app/domain/learning/assignments/stored-files.server.ts';
import { readSubmittedFile, type SentFile } from '#app/domain/learning/assignments/submitted-file.server.ts';
import { requireCourse } from '#app/domain/learning/courses/archived-course.server.ts';
import type { Assignment, AssignmentState } from '#app/domain/learning/courses/assignment.ts';
import { findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { openModule } from '#app/domain/learning/courses/enrollment.server.ts';
import { requireOpenModule } from '#app/domain/learning/courses/release-state.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { daySeconds } from '#app/platform/durations.ts';
import { consumeRateLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';

/** How often somebody may hand something in, whatever becomes of it. */
const handInLimit: RateLimit = { name: 'assignment', points: 40, seconds: daySeconds };

/** Where an assignment is. */
interface AssignmentOf {
  courseSlug: string;
  moduleId: number;
}

/**
 * Refuses to whoever may not hand in what a lesson asks for.
 * @throws {Refusal} not_allowed without the lesson; for an archived course that they have not started; while the module is not open
 */
async function requireLesson(viewer: Viewer, { courseSlug, moduleId }: AssignmentOf): Promise<void> {
  await requireCourse(viewer, courseSlug);
  if (!(await mayReadCourse(viewer, courseSlug)))
    throw new Refusal('not_allowed', 'An active membership is needed to take this course.');
  await requireOpenModule(viewer, courseSlug, moduleId);
}

/** @throws {Refusal} invalid, beside the field, where what the assignment asks for is missing */
function requireParts({ accepts }: Assignment, text: string, files: readonly SentFile[]): void {
  const isText = text !== '';
  const isFile = files.length > 0;
  if (accepts === 'file' && !isFile) throw new Refusal('invalid', 'Please choose a file.', 'files');
  if (accepts === 'text' && !isText) throw new Refusal('invalid', 'Please write your answer.', 'text');
  if (!isText && !isFile) throw new Refusal('invalid', 'Please write your answer, or choose a file.', 'text');
  if (accepts === 'text' && isFile)
    throw new Refusal('invalid', 'This assignment takes a text, without a file.', 'text');
}

/** Whether a form was taken already, so that it is not counted and read again. */
const isTaken = async (userId: string, formKey: string): Promise<boolean> =>
  (await prisma().assignmentVersion.count({ where: { formKey, userId } })) > 0;

interface LockedSubmission {
  id: string;
  state: AssignmentState;
  version: number;
}

/** What somebody has handed in for an assignment so far, begun where there is nothing, and locked until `tx` ends. */
async function lockSubmission(
  tx: Transaction,
  key: { userId: string; courseId: string; moduleId: number },
  title: string,
): Promise<LockedSubmission> {
  await tx.db.assignmentSubmission.createMany({
    data: { ...key, title, handedInAt: now() },
    skipDuplicates: true,
  });
  const [submission] = await tx.db.$queryRaw<LockedSubmission[]>`
    SELECT id, state::text AS state, version FROM assignment_submissions
    WHERE user_id = ${key.userId}::uuid AND course_id = ${key.courseId} AND module_id = ${key.moduleId} FOR UPDATE`;
  if (!submission) throw new Error('What was begun in this transaction is not there.');
  return submission;
}

/**
 * Hands in a version of an assignment (P329). Earlier ones are kept with their answers. The same form sent again hands in nothing.
 * @throws {Refusal} not_found for a lesson without an assignment; as `requireLesson`; invalid (field text or files) for what is missing or
 * not taken; conflict once it was accepted, or after twenty versions
 * @throws {RateLimitExceeded} after forty a day
 */
export async function handIn(
  viewer: Viewer,
  { courseSlug, moduleId }: AssignmentOf,
  { text, formKey }: HandInForm,
  files: readonly SentFile[] = [],
): Promise<void> {
  const course = findCourse(courseSlug);
  const module = course?.modules.find(({ id }) => id === moduleId);
  const assignment = module?.assignment;
  if (!course || !assignment) throw new Refusal('not_found', 'This lesson has no assignment.');
  await requireLesson(viewer, { courseSlug, moduleId });
  if (await isTaken(viewer.id, formKey)) return;
  await consumeRateLimit(handInLimit, viewer.id);
  requireParts(assignment, text, files);
  const file = await readSubmittedFile(files);
  const key = { userId: viewer.id, courseId: courseSlug, moduleId };
  const { title } = assignment;
  await transaction(async (tx) => {
    const { id, state, version: before } = await lockSubmission(tx, key, title);
    if (state === 'accepted')
      throw new Refusal(
        'conflict',
        'This assignment was accepted already. There is nothing more to hand in.',
      );
    if (before >= mostVersions)
      throw new Refusal(
        'conflict',
        `You have handed in ${mostVersions} versions, which is the most there can be.`,
      );
    const at = now();
    const number = before + 1;
    const [version] = await tx.db.assignmentVersion.createManyAndReturn({
      data: {
        submissionId: id,
        userId: viewer.id,
        number,
        text,
        ...(file ? { fileName: file.name, mediaType: file.mediaType, byteCount: file.bytes.byteLength } : {}),
        formKey,
        createdAt: at,
      },
      skipDuplicates: true,
      select: { id: true },
    });
    // The same form, sent at the same moment.
    if (!version) {
      if (before === 0)
        throw new Refusal('conflict', 'This form was used already. Please open the page again.');
      return;
    }
    if (file) await storeFile(tx, version.id, file);
    await tx.db.assignmentSubmission.update({
      where: { id },
      data: { state: 'waiting', version: number, title, handedInAt: at },
    });
    await openModule(tx, viewer.id, courseSlug, moduleId);
    await recordActivity(tx, {
      kind: 'assignment_handed_in',
      userId: viewer.id,
      actorId: viewer.id,
      subject: { type: 'course', id: courseSlug },
      details: { title },
    });
    await notify(tx, {
      userId: await instructorsOf(tx, courseSlug, viewer.id),
      event: 'assignment_waiting',
      path: `/teaching?course=${courseSlug}`,
      key: `assignments:${courseSlug}`,
      isGathered: true,
      details: { course: course.title },
    });
  });
}
