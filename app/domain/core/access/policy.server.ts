import { entitledSql } from '#app/domain/core/access/entitled-sql.server.ts';
import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import type { Role, Viewer } from '#app/domain/core/access/viewer.ts';
import type { Entitlement } from '#app/domain/core/catalogue/product.ts';
import { allProducts } from '#app/domain/core/catalogue/products.ts';
import { isMembershipGated } from '#app/domain/core/site-settings/current.server.ts';
import { config } from '#app/platform/config.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

// What one may do, derived from role and entitlements in this one place (P34).

/** Lesson texts and videos: with the gate on they need an active membership (P7). Admins see everything. */
export function mayReadLessons(viewer: Pick<Viewer, 'role' | 'hasMembership'>): boolean {
  return !isMembershipGated() || viewer.hasMembership || viewer.role === 'admin';
}

/** The entitlements that unlock a piece of the library by itself: `course:SLUG` or `guides`. */
const selectionsWith = (piece: string): Entitlement[] => [
  ...new Set(allProducts().flatMap(({ unlocks, gives }) => (unlocks.includes(piece) ? [gives] : []))),
];

/**
 * The lessons of a course: for whoever may read all lessons, or has bought what unlocks this course. One query where a product unlocks
 * it by itself and the membership does not decide.
 */
export async function mayReadCourse(
  viewer: Pick<Viewer, 'id' | 'role' | 'hasMembership'>,
  slug: string,
): Promise<boolean> {
  return mayReadLessons(viewer) || isEntitled(viewer.id, selectionsWith(`course:${slug}`));
}

/** The condition that the user of this id may read the lessons of a course; see `mayReadCourse`. */
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
