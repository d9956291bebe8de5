import { setImmediate } from 'node:timers/promises';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { problemsOf } from '#app/domain/publishing/checks.server.ts';
import { requireOutline } from '#app/domain/publishing/course-changes.server.ts';
import { type CourseOutline, withWaiting } from '#app/domain/publishing/course-outline.server.ts';
import { missingImages } from '#app/domain/publishing/images.server.ts';
import { lockContent } from '#app/domain/publishing/lock.server.ts';
import { publishCompanions } from '#app/domain/publishing/new-course.server.ts';
import { announceContent } from '#app/domain/publishing/publish.server.ts';
import { missingCourseFiles } from '#app/domain/publishing/stored-files.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';

/** What keeps the files of a course from being published, by their paths. */
export type CourseProblems = Readonly<Record<string, readonly string[]>>;

/** What is wrong with a course, so that it is not published. */
export class UnpublishableCourse extends Refusal {
  readonly problems: CourseProblems;
  constructor(problems: CourseProblems) {
    super('invalid', 'This course cannot be published yet. What to fix is shown below, beside each part.');
    this.problems = problems;
  }
}

/** The whole of a course is checked, on a machine under load. */
const timeoutMs = 120_000;

/** What is wrong with a course as it would be with everything published that waits. A query for each file with a picture. */
async function courseProblems(
  db: Pick<Transaction['db'], 'contentImage' | 'contentFile'>,
  outline: CourseOutline,
): Promise<CourseProblems> {
  const overrides = withWaiting(outline);
  const problems: Record<string, string[]> = {};
  const seen = new Set<string>();
  // The course itself comes last: it is told what is wrong with its parts too, which stands beside those already.
  const files = [...outline.waiting].sort(
    (a, b) => Number(a === outline.course) - Number(b === outline.course),
  );
  if (!files.includes(outline.course)) files.push(outline.course);
  for (const { path, text } of files) {
    if (text === null) continue;
    const own = [
      ...(await problemsOf(overrides, path, text)),
      ...(await missingImages(db, text)),
      ...(await missingCourseFiles(db, text)),
    ];
    const fresh = own.filter((problem) => !seen.has(problem));
    for (const problem of fresh) seen.add(problem);
    if (fresh.length > 0) problems[path] = fresh;
    await setImmediate();
  }
  for (const { lesson, title } of outline.modules)
    if (lesson.text === null) problems[lesson.path] = [`The lesson of ${title} is not there.`];
  return besideTheirCause(problems);
}

/** Without what files say of another one that stops them, where that says itself what is wrong with it. */
function besideTheirCause(problems: CourseProblems): CourseProblems {
  const causeOf = (problem: string) => Object.keys(problems).find((path) => problem.startsWith(`${path}: `));
  const isTold = (path: string | undefined) =>
    path !== undefined && problems[path]?.some((problem) => causeOf(problem) === undefined);
  return Object.fromEntries(
    Object.entries(problems)
      .map(([path, own]) => [path, own.filter((problem) => !isTold(causeOf(problem)))] as const)
      .filter(([, own]) => own.length > 0),
  );
}

/** What keeps a course from being published, for whoever asks before they do. @throws {Refusal} not_found */
export const checkCourse = async (slug: string): Promise<CourseProblems> =>
  courseProblems(prisma(), await requireOutline(slug));

/**
 * Publishes everything of a course that waits, in one step: all of it or nothing. What is scheduled is published now.
 * @returns how many files were published
 * @throws {Refusal} conflict where nothing waits; {UnpublishableCourse}
 */
export async function publishCourse(actor: Actor, slug: string): Promise<number> {
  const checked = await requireOutline(slug);
  return transaction(async (tx) => {
    await requirePermission(tx, actor, 'content:edit');
    await lockContent(tx);
    const rows = await tx.db.contentVersion.findMany({
      where: {
        path: { in: checked.waiting.map(({ path }) => path) },
        state: { in: ['draft', 'scheduled'] },
      },
      orderBy: { path: 'asc' },
      select: { id: true, path: true, number: true, text: true },
    });
    const versions = rows.flatMap(({ text, ...row }) => (text === null ? [] : [{ ...row, text }]));
    if (versions.length === 0)
      throw new Refusal('conflict', 'Everything of this course is published already.');
    // What was saved in between is not what was read: its author publishes it.
    if (
      versions.length !== checked.waiting.length ||
      versions.some(({ path, text }) => checked.waiting.find((file) => file.path === path)?.text !== text)
    )
      throw new Refusal('conflict', 'Somebody has just changed this course. Look at it, then publish again.');
    const problems = await courseProblems(tx.db, checked);
    if (Object.keys(problems).length > 0) throw new UnpublishableCourse(problems);
    await publishCompanions(tx, actor, versions);
    await announceContent(tx, checked.course.path);
    return versions.length;
  }, timeoutMs);
}
