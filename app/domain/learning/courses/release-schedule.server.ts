import { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { parseMoment } from '#app/domain/core/values/typed-moment.ts';
import { findCourse, type Module } from '#app/domain/learning/courses/catalogue.server.ts';
import { type Release, type ReleaseMode, releaseModes } from '#app/domain/learning/courses/release.ts';
import { now } from '#app/platform/clock.server.ts';
import {
  isUniqueViolation,
  prisma,
  type Transaction,
  transaction,
} from '#app/platform/database/client.server.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';
import { announce } from '#app/platform/runtime/broadcast.server.ts';

/** The longest wait for a module, in weeks. */
const maxWeeks = 104;

/** The field of the form for a module: its weeks or its moment. */
export const opensField = (moduleId: number) => `opens${moduleId}`;

const typedWeeks = z
  .string({ error: 'Type a number of weeks' })
  .trim()
  .regex(/^\d{1,3}$/, 'Type a whole number of weeks, such as 1')
  .transform(Number)
  .refine((weeks) => weeks <= maxWeeks, `Type at most ${maxWeeks} weeks`);

const typedMoment = z.string({ error: 'Choose a day and a time' }).transform((input, context) => {
  const moment = parseMoment(input);
  if (moment) return moment.toISOString();
  context.addIssue({ code: 'custom', message: 'Choose a day and a time' });
  return z.NEVER;
});

/** What the form of a course's schedule says. */
export interface TypedRelease {
  mode: ReleaseMode;
  /** The version that the form was made from; 0 before the first. */
  version: number;
  entries: Record<string, number | string>;
}

/** The form of a course's schedule: a field for each module where weeks or dates open them, later modules no earlier. */
export function releaseSchema({ modules }: { modules: readonly Pick<Module, 'id'>[] }) {
  return z
    .looseObject({
      mode: z.enum(releaseModes, { error: 'Choose how the modules open' }),
      version: z.coerce.number().int().min(0),
    })
    .transform(({ mode, version, ...fields }, context): TypedRelease => {
      const entries: Record<string, number | string> = {};
      let before: number | string | undefined;
      for (const [index, { id }] of (mode === 'weekly' || mode === 'dates' ? modules : []).entries()) {
        const name = opensField(id);
        const refuse = (message: string) => context.addIssue({ code: 'custom', message, path: [name] });
        const entry = (mode === 'weekly' ? typedWeeks : typedMoment).safeParse(fields[name]);
        if (!entry.success) {
          refuse(entry.error.issues[0]?.message ?? '');
          continue;
        }
        if (mode === 'weekly' && index === 0 && entry.data !== 0)
          refuse('The first module opens at once: type 0');
        if (before !== undefined && entry.data < before)
          refuse('A module cannot open before the one above it');
        before = entry.data;
        entries[String(id)] = entry.data;
      }
      return { mode, version, entries };
    });
}

/** The schedule of a course; null where none was ever saved. One query. */
export async function findRelease(
  courseSlug: string,
  db: Transaction['db'] = prisma(),
): Promise<Release | null> {
  const row = await db.courseRelease.findUnique({
    where: { courseId: courseSlug },
    select: { mode: true, entries: true, version: true },
  });
  return row as Release | null;
}

const changedMeanwhile = () =>
  new Refusal(
    'conflict',
    'Somebody has changed the schedule meanwhile. Reload the page, then change it again.',
  );

/**
 * Saves the release schedule of a course (P259). What somebody has opened or completed stays open; those who have started the course are
 * notified by a job. Saving what is there already changes nothing.
 * @throws {Refusal} not_allowed; not_found for an unknown course; conflict where another version was saved meanwhile
 */
export async function saveRelease(
  actor: Actor,
  courseSlug: string,
  { mode, version, entries }: TypedRelease,
): Promise<void> {
  if (!findCourse(courseSlug)) throw new Refusal('not_found', 'There is no such course.');
  try {
    await transaction(async (tx) => {
      await requirePermission(tx, actor, 'content:edit');
      await tx.db.$queryRaw`SELECT 1 FROM course_releases WHERE course_id = ${courseSlug} FOR UPDATE`;
      const before = await tx.db.courseRelease.findUnique({ where: { courseId: courseSlug } });
      if ((before?.version ?? 0) !== version) throw changedMeanwhile();
      const isSame = before
        ? before.mode === mode && JSON.stringify(sorted(before.entries)) === JSON.stringify(sorted(entries))
        : mode === 'any';
      if (isSame) return;
      const at = now();
      const saved = { mode, entries, version: version + 1, checkedAt: at, updatedAt: at };
      if (before) await tx.db.courseRelease.update({ where: { courseId: courseSlug }, data: saved });
      else await tx.db.courseRelease.create({ data: { courseId: courseSlug, ...saved } });
      await recordAudit(tx, actor, {
        action: 'course_release_saved',
        subject: { type: 'content', id: `courses/${courseSlug}/course.md` },
        before: before ? { mode: before.mode, entries: JSON.stringify(before.entries) } : { mode: 'any' },
        after: { mode, entries: JSON.stringify(entries) },
      });
      await announce('releases', courseSlug, tx);
      await sendJobWith(tx, 'announce-modules', {});
    });
  } catch (error) {
    throw isUniqueViolation(error) ? changedMeanwhile() : error;
  }
}

/**
 * Gives a course that is not on the site yet the schedule that it will have, as part of `tx`: nobody has started it, so nobody is
 * notified.
 */
export async function setReleaseBeforePublishing(
  tx: Transaction,
  courseSlug: string,
  { mode, entries }: Pick<Release, 'mode' | 'entries'>,
): Promise<void> {
  const at = now();
  const values = { mode, entries, checkedAt: at, updatedAt: at };
  await tx.db.courseRelease.upsert({
    where: { courseId: courseSlug },
    create: { courseId: courseSlug, ...values },
    update: { ...values, version: { increment: 1 } },
  });
  await announce('releases', courseSlug, tx);
}

const sorted = (entries: unknown) =>
  Object.entries(entries as Release['entries']).sort(([one], [other]) => Number(one) - Number(other));
