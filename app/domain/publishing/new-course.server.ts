import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { isFigurePath } from '#app/domain/publishing/figures.ts';
import { putInPlace } from '#app/domain/publishing/states.server.ts';
import {
  contentText,
  currentOverrides,
  type Overrides,
  withOverrides,
} from '#app/platform/content/files.server.ts';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';

// A course is no course without its lessons, and a lesson none without its course: those of a course that is not on the site yet are
// looked at, and published, together; so are its quiz and its slides, where it has some.

/** A text that waits to be published with others. */
export interface Companion {
  id: string;
  path: string;
  number: number;
  text: string;
}

/** A file of a course that can be published with it. */
const coursePart =
  /^(courses\/[a-z0-9-]{1,60}\/)((course|module-[1-9]\d?)(\.md|\.deck\.yaml)|quiz\.yaml|figures\/[a-z0-9-]{1,80}\.svg)$/;

/** The file of the course that a piece is a part of; null for any other piece. */
export function courseFileOf(path: string): string | null {
  const folder = coursePart.exec(path)?.[1];
  return folder ? `${folder}course.md` : null;
}

/** The file of the course that a piece can only be published with, as that is not on the site yet; null for a course, and for any other piece. */
export function unpublishedCourseOf(overrides: Overrides, path: string): string | null {
  const course = courseFileOf(path);
  if (!course || course === path) return null;
  return withOverrides(overrides, () => contentText(course)) === null ? course : null;
}

/** What waits with a piece of a course that is not on the site; nothing for any other piece. One query at most. */
export async function companionsOf(
  db: Pick<Transaction['db'], 'contentVersion'>,
  overrides: Overrides,
  path: string,
): Promise<Companion[]> {
  const course = courseFileOf(path);
  if (!course || withOverrides(overrides, () => contentText(course)) !== null) return [];
  const folder = course.slice(0, -'course.md'.length);
  const rows = await db.contentVersion.findMany({
    where: { path: { startsWith: folder, not: path }, state: { in: ['draft', 'scheduled'] } },
    orderBy: { path: 'asc' },
    select: { id: true, path: true, number: true, text: true },
  });
  return rows.flatMap(({ text, ...row }) =>
    text !== null && coursePart.test(row.path) ? [{ ...row, text }] : [],
  );
}

/** What a piece of a course that is not on the site is published with: a module with its `course`, a course with its `companions`. */
export async function togetherWith(path: string) {
  const overrides = currentOverrides();
  const course = unpublishedCourseOf(overrides, path);
  const companions = course ? [] : await companionsOf(prisma(), overrides, path);
  const pieces = companions.filter((other) => !isFigurePath(other.path));
  return { course, companions: pieces.map((other) => ({ path: other.path })) };
}

/** What stands over the files where a text is tried that is not published: that, and what waits with it. */
export async function triedWith(path: string, text: string): Promise<Overrides> {
  const overrides = currentOverrides();
  const companions = await companionsOf(prisma(), overrides, path);
  return new Map([
    ...overrides,
    ...companions.map((other) => [other.path, other.text] as const),
    [path, text],
  ]);
}

/** Publishes what waits with a course, as part of the transaction that publishes the course. */
export async function publishCompanions(
  tx: Transaction,
  actor: Actor,
  companions: readonly Companion[],
): Promise<void> {
  for (const { id, path, number } of companions) {
    await putInPlace(tx, { id, path });
    await recordAudit(tx, actor, {
      action: 'content_published',
      subject: { type: 'content', id: path },
      after: { version: number, with_its_course: true },
    });
  }
}

/** Courses that are begun and not on the site, by their short names. One query. */
export async function begunCourses(isOnSite: (slug: string) => boolean): Promise<string[]> {
  const rows = await prisma().contentVersion.findMany({
    where: {
      path: { startsWith: 'courses/', endsWith: '/course.md' },
      state: { in: ['draft', 'scheduled'] },
    },
    orderBy: { path: 'asc' },
    select: { path: true },
  });
  return rows.map(({ path }) => path.split('/')[1] ?? '').filter((slug) => slug !== '' && !isOnSite(slug));
}

/** The modules of a course that wait to be published, by their numbers. One query. */
export async function waitingModules(courseSlug: string): Promise<number[]> {
  const rows = await prisma().contentVersion.findMany({
    where: { path: { startsWith: `courses/${courseSlug}/module-` }, state: { in: ['draft', 'scheduled'] } },
    select: { path: true },
  });
  return rows.map(({ path }) => Number(/module-([1-9]\d?)\.md$/.exec(path)?.[1] ?? 0));
}
