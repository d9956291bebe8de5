import { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { levelMay } from '#app/domain/core/access/admin-policy.ts';
import { requiresSecondFactor } from '#app/domain/core/access/policy.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import { type ListPage, type Place, pageOf } from '#app/domain/core/values/cursor.ts';
import { pageSql } from '#app/domain/core/values/cursor-sql.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';

// Who answers assignments (P330): admins whose level may, and people to whom it was given, for one course or for all.

/** What a grant for every course has in place of a course. */
const everyCourse = '';

/** Whose assignments somebody may answer: of every course, or of these. Empty for nobody's. */
export type InstructorScope = 'all' | readonly string[];

type Reader = Pick<Viewer, 'id' | 'role' | 'adminLevel' | 'hasSecondFactor'>;

/** As in the admin area, an admin who has to have a second factor may nothing without. */
const mayAsAdmin = (viewer: Reader): boolean =>
  levelMay(viewer.adminLevel, 'assignments:answer') &&
  (viewer.hasSecondFactor || !requiresSecondFactor(viewer));

/** The courses whose assignments somebody may read and answer. One query; none for admins whose level may. */
export async function findInstructorScope(viewer: Reader): Promise<InstructorScope> {
  if (mayAsAdmin(viewer)) return 'all';
  const grants = await prisma().instructorGrant.findMany({
    where: { userId: viewer.id },
    select: { courseId: true },
  });
  const courses = grants.map(({ courseId }) => courseId);
  return courses.includes(everyCourse) ? 'all' : courses;
}

/** Whether a scope has a course. */
export const isInScope = (scope: InstructorScope, courseId: string): boolean =>
  scope === 'all' || scope.includes(courseId);

/**
 * Lets somebody answer an assignment of a course as part of `tx`, by what the database says of them now. Until it ends, nobody takes that
 * away.
 * @throws {Refusal} not_found, so that nobody learns what is there; not_allowed for an admin
 */
export async function requireInstructor(
  tx: Transaction,
  viewer: Reader & Pick<Viewer, 'sessionId'>,
  courseId: string,
): Promise<void> {
  if (mayAsAdmin(viewer)) return requirePermission(tx, viewer, 'assignments:answer');
  const grants = await tx.db.$queryRaw<unknown[]>`
    SELECT 1 FROM instructor_grants g JOIN users u ON u.id = g.user_id
    WHERE g.user_id = ${viewer.id}::uuid AND g.course_id IN (${everyCourse}, ${courseId}) AND u.status = 'active'
    FOR KEY SHARE OF g`;
  if (grants.length === 0) throw new Refusal('not_found', 'There is nothing here that you may answer.');
}

/** The ids of those to whom a course's assignments were given, as part of `tx`, without who hands something in. */
export async function instructorsOf(tx: Transaction, courseId: string, without: string): Promise<string[]> {
  const grants = await tx.db.instructorGrant.findMany({
    where: { courseId: { in: [everyCourse, courseId] }, userId: { not: without } },
    distinct: ['userId'],
    take: 200,
    select: { userId: true },
  });
  return grants.map(({ userId }) => userId);
}

/** Somebody to whom answering was given. */
interface Instructor {
  userId: string;
  name: string;
  email: string;
  isActive: boolean;
  /** Null for every course. */
  courseId: string | null;
  createdAt: Date;
}

const perPage = 50;

/** A page of those to whom answering was given, the latest first. One query. */
export async function listInstructors(place: Place | null): Promise<ListPage<Instructor>> {
  const { past, order } = pageSql(Prisma.sql`g.created_at`, Prisma.sql`g.user_id`, place);
  const rows = await prisma().$queryRaw<Instructor[]>`
    SELECT u.id AS "userId", u.name, u.email, u.status = 'active' AS "isActive",
      nullif(g.course_id, ${everyCourse}) AS "courseId", g.created_at AS "createdAt"
    FROM instructor_grants g JOIN users u ON u.id = g.user_id
    WHERE true ${past} ORDER BY ${order} LIMIT ${perPage + 1}`;
  return pageOf(rows, perPage, ({ createdAt, userId }) => ({ at: createdAt, id: userId }), place);
}

const missingEmail = 'Please type the email address of an account';

/** What the form says that gives answering to somebody. */
export const instructorSchema = z.object({
  email: z.string({ error: missingEmail }).trim().toLowerCase().min(3, missingEmail).max(254, missingEmail),
  /** A course's short name; empty for every course. */
  course: z.string().max(60).default(everyCourse),
});

/**
 * Lets somebody answer assignments: of a course, or of all. They are told by email. Again changes nothing.
 * @throws {Refusal} not_allowed (also ConfirmationNeeded); invalid (field email or course) for an account or course that is not there
 */
export async function appointInstructor(
  actor: Actor,
  { email, course: courseId }: z.output<typeof instructorSchema>,
): Promise<void> {
  const course = courseId === everyCourse ? null : findCourse(courseId);
  if (course === undefined) throw new Refusal('invalid', 'There is no such course.', 'course');
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'assignments:appoint');
    const user = await tx.db.user.findUnique({
      where: { email },
      select: { id: true, name: true, status: true },
    });
    if (user?.status !== 'active')
      throw new Refusal('invalid', 'There is no active account with this address.', 'email');
    const { count } = await tx.db.instructorGrant.createMany({
      data: { userId: user.id, courseId, grantedById: actor.id, createdAt: now() },
      skipDuplicates: true,
    });
    if (count === 0) return;
    await recordAudit(tx, actor, {
      action: 'instructor_appointed',
      subject: { type: 'user', id: user.id },
      after: { course: courseId || 'all' },
    });
    const path = courseId === everyCourse ? '/teaching' : `/teaching?course=${courseId}`;
    const details = { course: course?.title ?? null };
    await notify(tx, { userId: user.id, event: 'instructor_appointed', path, details });
    const teachingUrl = `${config().appUrl}${path}`;
    await queueMail(tx, email, 'instructor-appointed', {
      name: user.name,
      course: details.course,
      teachingUrl,
    });
  });
}

/**
 * Takes answering away from somebody; what they have answered stays. Again changes nothing.
 * @throws {Refusal} not_allowed (also ConfirmationNeeded)
 */
export async function dismissInstructor(
  actor: Actor,
  userId: string,
  courseId: string | null,
): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'assignments:appoint');
    const where = { userId, courseId: courseId ?? everyCourse };
    const { count } = await tx.db.instructorGrant.deleteMany({ where });
    if (count > 0)
      await recordAudit(tx, actor, {
        action: 'instructor_dismissed',
        subject: { type: 'user', id: userId },
        after: { course: courseId ?? 'all' },
      });
  });
}
