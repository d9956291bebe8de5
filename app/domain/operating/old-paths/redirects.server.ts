import { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { isReadBack, type ListPage, type Place, pageBy } from '#app/domain/core/values/cursor.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { isAnsweredPath } from '#app/domain/operating/old-paths/answered-paths.server.ts';
import {
  oldPathOf,
  type PathRedirectRow,
  parseRedirects,
} from '#app/domain/operating/old-paths/parse-redirects.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';

/** So many redirects can there be. */
const maxRedirects = 20_000;
const perPage = 50;

/** Redirects as they are typed: one a line. */
export const redirectsSchema = z.object({
  redirects: z
    .string({ error: 'Enter at least one redirect.' })
    .max(45_000, 'This is too much at once. Enter fewer lines.'),
});

export type RedirectsForm = z.input<typeof redirectsSchema>;

/**
 * Adds redirects, all of them or none (P232). Those that are there already stay as they are.
 * @returns how many are new
 * @throws {Refusal} not_allowed; invalid (field redirects) for own pages, outside addresses, loops and chains, line by line; conflict where
 * an old path leads elsewhere already
 */
export async function addRedirects(
  actor: Actor,
  { redirects: typed }: z.output<typeof redirectsSchema>,
): Promise<number> {
  const { redirects, problem } = parseRedirects(typed, isAnsweredPath);
  return transaction(async (tx) => {
    await requirePermission(tx, actor, 'redirects:change');
    if (problem !== null) throw new Refusal('invalid', problem, 'redirects');
    // Two who add at once: the second sees what the first has added.
    await tx.db.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('path_redirects'))`;
    const oldPaths = redirects.map(({ oldPath }) => oldPath);
    const present = await tx.db.pathRedirect.findMany({ where: { oldPath: { in: oldPaths } } });
    const targets = new Map(present.map(({ oldPath, newPath }) => [oldPath, newPath]));
    const other = redirects.find(({ oldPath, newPath }) => (targets.get(oldPath) ?? newPath) !== newPath);
    if (other)
      throw new Refusal(
        'conflict',
        `“${other.oldPath}” already leads to ${targets.get(other.oldPath)}. Delete that redirect first.`,
        'redirects',
      );
    const fresh = redirects.filter(({ oldPath }) => !targets.has(oldPath));
    if (fresh.length === 0) return 0;
    if ((await tx.db.pathRedirect.count()) + fresh.length > maxRedirects)
      throw new Refusal(
        'invalid',
        `There can be ${maxRedirects.toLocaleString('en-US')} redirects at most.`,
        'redirects',
      );
    await tx.db.pathRedirect.createMany({ data: fresh.map((row) => ({ ...row, createdAt: now() })) });
    await tx.db.unknownPath.deleteMany({ where: { path: { in: fresh.map(({ oldPath }) => oldPath) } } });
    const [first] = fresh;
    await recordAudit(tx, actor, {
      action: 'redirects_added',
      subject: { type: 'setting', id: 'redirects' },
      after: { redirects: fresh.length, ...(fresh.length === 1 && first ? { ...first } : {}) },
    });
    return fresh.length;
  });
}

/**
 * Deletes a redirect; false where it is gone already.
 * @throws {Refusal} not_allowed
 */
export async function deleteRedirect(actor: Actor, oldPath: string): Promise<boolean> {
  return transaction(async (tx) => {
    await requirePermission(tx, actor, 'redirects:change');
    const [row] = await tx.db.pathRedirect.findMany({ where: { oldPath } });
    if (!row) return false;
    const { count } = await tx.db.pathRedirect.deleteMany({ where: { oldPath } });
    if (count === 0) return false;
    await recordAudit(tx, actor, {
      action: 'redirect_deleted',
      subject: { type: 'setting', id: 'redirects' },
      before: { oldPath, newPath: row.newPath, hits: row.hits },
    });
    return true;
  });
}

/** Where a path that no route answers leads now; null for nowhere. One query. */
export async function findRedirect(pathname: string): Promise<PathRedirectRow | null> {
  const oldPath = oldPathOf(pathname);
  return oldPath === null ? null : prisma().pathRedirect.findUnique({ where: { oldPath } });
}

/** A redirect as the list shows it. */
export interface ListedRedirect extends PathRedirectRow {
  hits: number;
  lastHitAt: Date | null;
}

/** How an address names the place of a redirect in the list. */
export const readRedirectPlace = (text: string | null): { oldPath: string } | null =>
  text?.startsWith('/') && text.length <= 300 && !text.includes('\0')
    ? { oldPath: text.toWellFormed() }
    : null;

/** A page of the redirects, by their old paths. One query. */
export async function listRedirects(
  place: Place<{ oldPath: string }> | null,
): Promise<ListPage<ListedRedirect>> {
  const isBack = isReadBack(place);
  const rows = await prisma().pathRedirect.findMany({
    where: place && place !== 'last' ? { oldPath: { [isBack ? 'lt' : 'gt']: place.oldPath } } : {},
    orderBy: { oldPath: isBack ? 'desc' : 'asc' },
    take: perPage + 1,
    select: { oldPath: true, newPath: true, hits: true, lastHitAt: true },
  });
  return pageBy(rows, perPage, ({ oldPath }) => oldPath, place);
}
