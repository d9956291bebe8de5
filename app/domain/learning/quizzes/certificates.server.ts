import { randomInt } from 'node:crypto';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { type Course, findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { findStanding, isCertificateEarned } from '#app/domain/learning/quizzes/standing.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';

/** That somebody has completed a course and passed its quiz (P138). */
export interface Certificate {
  code: string;
  /** As their account has it now. */
  name: string;
  course: Pick<Course, 'slug' | 'topic' | 'title' | 'outcomes'>;
  earnedAt: Date;
  /** Whether its address shows name and day to anybody. */
  isShown: boolean;
}

/** No letters and digits that look alike in print. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const newCode = () => Array.from({ length: 16 }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/** Where anybody can verify a certificate. */
export const certificateAddress = (code: string): string => `${config().appUrl}/certificates/${code}`;

const columns = {
  code: true,
  courseId: true,
  earnedAt: true,
  isShown: true,
  user: { select: { name: true } },
} as const;

interface Row {
  code: string;
  courseId: string;
  earnedAt: Date;
  isShown: boolean;
  user: { name: string };
}

function certificateOf(row: Row | null): Certificate | null {
  const course = row ? findCourse(row.courseId) : undefined;
  if (!row || !course) return null;
  const { code, earnedAt, isShown, user } = row;
  const { slug, topic, title, outcomes } = course;
  return { code, name: user.name, course: { slug, topic, title, outcomes }, earnedAt, isShown };
}

/**
 * Gives a member the certificate of a course, once and of the day they had done all of it, and keeps whether its address shows their
 * name and that day.
 * @throws {Refusal} not_found for an unknown course; conflict while modules or the quiz are open, or without a name to write.
 */
export async function takeCertificate(viewer: Viewer, courseSlug: string, isShown: boolean): Promise<void> {
  const course = findCourse(courseSlug);
  if (!course) throw new Refusal('not_found', 'Course Not Found');
  const key = { userId: viewer.id, courseId: courseSlug };
  const standing = await findStanding(viewer.id, courseSlug);
  // What was given stays given, also where the course has grown since.
  if (!standing.certificateCode && !isCertificateEarned(standing))
    throw new Refusal('conflict', 'Complete all modules and pass the quiz first.');
  if (!viewer.name.trim()) throw new Refusal('conflict', 'Your profile has no name to write on it yet.');
  await transaction(async (tx) => {
    const { _max: last } = await tx.db.userModuleCompletion.aggregate({
      where: key,
      _max: { completedAt: true },
    });
    const days = [standing.quiz?.passedAt, last.completedAt].map((at) => at?.getTime() ?? 0);
    const { count: isNew } = await tx.db.certificate.createMany({
      data: { ...key, code: newCode(), earnedAt: new Date(Math.max(...days)), isShown },
      skipDuplicates: true,
    });
    if (isNew === 0) {
      await tx.db.certificate.update({ where: { userId_courseId: key }, data: { isShown } });
      return;
    }
    await recordActivity(tx, {
      kind: 'certificate_taken',
      userId: viewer.id,
      actorId: viewer.id,
      subject: { type: 'course', id: courseSlug },
      details: { title: course.title },
    });
  });
}

/**
 * Keeps certificates that people bring from another system, of the day that each has there, where they have none of the course here.
 * @returns those that are new
 */
export async function insertCertificates(
  tx: Transaction,
  certificates: readonly { userId: string; courseId: string; earnedAt: Date }[],
): Promise<{ code: string; userId: string; courseId: string }[]> {
  if (certificates.length === 0) return [];
  return tx.db.certificate.createManyAndReturn({
    data: certificates.map((certificate) => ({ ...certificate, code: newCode(), isShown: false })),
    skipDuplicates: true,
    select: { code: true, userId: true, courseId: true },
  });
}

/** A member's own certificate of a course, or null; also for what is no course. */
export async function findOwnCertificate(userId: string, courseId: string): Promise<Certificate | null> {
  if (!findCourse(courseId)) return null;
  return certificateOf(
    await prisma().certificate.findUnique({
      where: { userId_courseId: { userId, courseId } },
      select: columns,
    }),
  );
}

/** What anybody is shown at the address of a certificate: name and day only where its owner agreed. Null for an unknown code. */
export async function verifyCertificate(code: string): Promise<{
  course: { slug: string; topic: string };
  courseTitle: string;
  outcomes: string[];
  owner: { name: string; earnedAt: Date } | null;
} | null> {
  if (!/^[a-z2-9]{16}$/.test(code)) return null;
  const certificate = certificateOf(
    await prisma().certificate.findUnique({ where: { code }, select: columns }),
  );
  if (!certificate) return null;
  const { name, earnedAt, isShown, course } = certificate;
  const { slug, topic, title, outcomes } = course;
  return {
    course: { slug, topic },
    courseTitle: title,
    outcomes,
    owner: isShown ? { name, earnedAt } : null,
  };
}
