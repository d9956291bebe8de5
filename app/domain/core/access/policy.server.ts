import { isArchivedCourse } from '#app/domain/core/access/archived-courses.server.ts';
import { entitledSql } from '#app/domain/core/access/entitled-sql.server.ts';
import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import type { Role, Viewer } from '#app/domain/core/access/viewer.ts';
import type { Entitlement } from '#app/domain/core/catalogue/product.ts';
import { allProducts } from '#app/domain/core/catalogue/products.ts';
import { isMembershipGated } from '#app/domain/core/site-settings/current.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

// What one may do, derived from role and entitlements in this one place (P34).

/** Lesson texts and videos: with the gate on they need an active membership (P7). Admins see everything. */
export function mayReadLessons(viewer: Pick<Viewer, 'role' | 'hasMembership'>): boolean {
  return !isMembershipGated() || viewer.role === 'admin' || viewer.hasMembership;
}

/** The entitlements that unlock a piece of the library by itself: `course:SLUG` or `guides`. */
const selectionsWith = (piece: string): Entitlement[] => [
  ...new Set(allProducts().flatMap(({ unlocks, gives }) => (unlocks.includes(piece) ? [gives] : []))),
];

/** Whether somebody has opened or completed a module of a course. One query. */
async function hasStarted(userId: string, courseId: string): Promise<boolean> {
  const key = { where: { userId_courseId: { userId, courseId } }, select: { courseId: true } };
  return (
    (await prisma().courseEnrollment.findUnique(key)) !== null ||
    (await prisma().userProgress.findUnique(key)) !== null
  );
}

/**
 * Whether a course is there for somebody: one that is archived is for who has started it, who has bought what unlocks it by itself, and
 * admins (P310). Without a query for any other course.
 */
export async function hasCourse(viewer: Pick<Viewer, 'id' | 'role'>, slug: string): Promise<boolean> {
  if (!isArchivedCourse(slug) || viewer.role === 'admin') return true;
  return (await hasStarted(viewer.id, slug)) || isEntitled(viewer.id, selectionsWith(`course:${slug}`));
}

/**
 * The lessons of a course that is there for somebody: for whoever may read all lessons, or has bought what unlocks this course. One query
 * where a product unlocks it by itself and the membership does not decide; more for a course that is archived.
 */
export async function mayReadCourse(
  viewer: Pick<Viewer, 'id' | 'role' | 'hasMembership'>,
  slug: string,
): Promise<boolean> {
  if (!(await hasCourse(viewer, slug))) return false;
  return mayReadLessons(viewer) || isEntitled(viewer.id, selectionsWith(`course:${slug}`));
}

/** The condition that a user of this id who has started a course may read its lessons; see `mayReadCourse`. */
export function mayReadCourseSql(userId: Prisma.Sql, slug: string): Prisma.Sql {
  if (!isMembershipGated()) return Prisma.sql`true`;
  const conditions = (['membership', ...selectionsWith(`course:${slug}`)] as const).map((entitlement) =>
    entitledSql(userId, entitlement),
  );
  return Prisma.sql`(${Prisma.join(conditions, ' OR ')})`;
}

/** Guides and playbooks, likewise. */
export async function mayReadGuides(viewer: Pick<Viewer, 'id' | 'role' | 'hasMembership'>): Promise<boolean> {
  return mayReadLessons(viewer) || isEntitled(viewer.id, selectionsWith('guides'));
}

/** A piece of the library, or the deck of one, by its key: `courses/seo/module-1`. */
export async function mayReadPiece(
  viewer: Pick<Viewer, 'id' | 'role' | 'hasMembership'>,
  key: string,
): Promise<boolean> {
  const [shelf, slug = ''] = key.split('/');
  if (shelf === 'courses') return mayReadCourse(viewer, slug);
  return shelf === 'guides' || shelf === 'playbooks' ? mayReadGuides(viewer) : mayReadLessons(viewer);
}

/**
 * The ebook's files: for whoever has a membership or has bought the book; with the gate open, for everyone signed in. Admins may.
 * Where the membership does not decide, one query.
 */
export async function mayDownloadEbook(viewer: Viewer): Promise<boolean> {
  return mayReadLessons(viewer) || isEntitled(viewer.id, 'ebook');
}

/** The affiliate centre's pages (P15); a plain member sees the form to join instead. */
export function mayUseAffiliateCentre(viewer: Pick<Viewer, 'role'>): boolean {
  return viewer.role !== 'member';
}

const assisted: readonly Role[] = ['member', 'affiliate', 'reseller', 'pro_reseller', 'admin'];

/** The assistant: for signed-in members, affiliates, resellers and admins (P97). */
export function mayUseAssistant(viewer: Pick<Viewer, 'role'>): boolean {
  return assisted.includes(viewer.role);
}

/** Whether somebody has to have a second factor before they are let in: admins, unless `ADMIN_SECOND_FACTOR=optional`. */
export function requiresSecondFactor({ role }: Pick<Viewer, 'role'>): boolean {
  return role === 'admin' && config().adminsNeedSecondFactor;
}
