import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { archiveMarkOf } from '#app/domain/core/access/archived-courses.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { allProducts } from '#app/domain/core/catalogue/products.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { namedBy } from '#app/domain/publishing/checks.server.ts';
import { publishedOverrides } from '#app/domain/publishing/loading.server.ts';
import { lockContent } from '#app/domain/publishing/lock.server.ts';
import { piecePaths } from '#app/domain/publishing/pieces.server.ts';
import { announceContent } from '#app/domain/publishing/publish.server.ts';
import { lastNumberOf, putAside } from '#app/domain/publishing/states.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { contentText, withOverrides } from '#app/platform/content/files.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';

/** A course as the page that archives it shows it. */
interface CourseToArchive {
  slug: string;
  title: string;
  archivedOn: string | null;
  /** How many people have started it, have not finished it, and have its certificate. */
  started: number;
  unfinished: number;
  certificates: number;
  /** Pieces of the library that lead to it, by their paths. */
  namedBy: string[];
}

/** A course that is on the site, with who would keep it; null for any other name. One query. */
export async function openCourseToArchive(slug: string): Promise<CourseToArchive | null> {
  const course = findCourse(slug);
  if (!course) return null;
  const [counts] = await prisma().$queryRaw<{ started: number; unfinished: number; certificates: number }[]>`
    SELECT count(*)::int AS started, count(*) FILTER (WHERE p.status IS DISTINCT FROM 'completed')::int AS unfinished,
      (SELECT count(*)::int FROM certificates c WHERE c.course_id = ${slug}) AS certificates
    FROM course_enrollments e LEFT JOIN user_progress p ON p.user_id = e.user_id AND p.course_id = e.course_id
    WHERE e.course_id = ${slug}`;
  return {
    slug,
    title: course.title,
    archivedOn: course.archivedOn,
    ...(counts ?? { started: 0, unfinished: 0, certificates: 0 }),
    namedBy: namedBy(piecePaths(), `courses/${slug}/course.md`),
  };
}

/** What is sold for this course alone: nobody may buy what they could not begin. */
function requireUnsold(slug: string): void {
  const product = allProducts().find(
    ({ unlocks, isArchived }) => !isArchived && unlocks.includes(`course:${slug}`),
  );
  if (product)
    throw new Refusal(
      'conflict',
      `${product.name} is on sale and unlocks this course. Archive or edit that product first.`,
    );
}

/** Has a mark stand beside the files of a course, or takes it away, as part of `tx`. */
async function setMark(
  tx: Transaction,
  actor: Actor,
  slug: string,
  text: string | null,
  note: string,
): Promise<void> {
  const path = archiveMarkOf(slug);
  const lastNumber = await lastNumberOf(tx, path);
  await putAside(tx, path, ['published']);
  const at = now();
  await tx.db.contentVersion.create({
    data: {
      path,
      number: lastNumber + 1,
      kind: text === null ? 'archived' : 'text',
      state: 'published',
      text,
      note: note || null,
      authorId: actor.id,
      createdAt: at,
      publishedAt: at,
    },
  });
  await recordAudit(tx, actor, {
    action: text === null ? 'course_unarchived' : 'course_archived',
    subject: { type: 'content', id: `courses/${slug}/course.md` },
    reason: note,
  });
  await announceContent(tx, path);
}

/**
 * Archives a course (P310): it takes no new learners and is in no list, search or answer; whoever has started it goes on. Again changes
 * nothing.
 * @throws {Refusal} not_allowed (also ConfirmationNeeded); not_found; conflict while a product on sale unlocks it by itself
 */
export const archiveCourse = (actor: Actor, slug: string, note: string): Promise<void> =>
  changeArchived(actor, slug, true, note);

/** Has an archived course take learners again. Again changes nothing. @throws {Refusal} not_allowed (also ConfirmationNeeded); not_found */
export const unarchiveCourse = (actor: Actor, slug: string, note: string): Promise<void> =>
  changeArchived(actor, slug, false, note);

function changeArchived(actor: Actor, slug: string, isArchived: boolean, note: string): Promise<void> {
  return transaction(async (tx) => {
    await requirePermission(tx, actor, 'content:archive');
    if (!findCourse(slug)) throw new Refusal('not_found', 'There is no such course.');
    await lockContent(tx);
    const overrides = await publishedOverrides(tx.db);
    const isMarked = withOverrides(overrides, () => contentText(archiveMarkOf(slug)) !== null);
    if (isMarked === isArchived) return;
    if (isArchived) requireUnsold(slug);
    const text = isArchived ? `since: ${now().toISOString().slice(0, 10)}\n` : null;
    await setMark(tx, actor, slug, text, note);
  });
}
