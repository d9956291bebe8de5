import { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import type { ViewerRead } from '#app/domain/core/access/reads.server.ts';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { isId } from '#app/domain/core/audit/target.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { hasVisibleText } from '#app/domain/core/values/typed-text.ts';
import { now } from '#app/platform/clock.server.ts';
import { isUniqueViolation, prisma, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** A list as somebody wants to see it again: its filter and sorting, as its address says them, its columns and density. */
export interface SavedView {
  id: string;
  /** Which list it is of: the name of a work table, which a later release may not have any more. */
  list: string;
  name: string;
  /** "role=affiliate&sort=name". */
  query: string;
  /** Headings of columns that it leaves out. */
  hidden: string[];
  isCompact: boolean;
  /** Whether all admins who may open the list have it. */
  isShared: boolean;
  isOwn: boolean;
  ownerName: string;
}

/** So many views of a list somebody keeps; more are no help. */
const maxViews = 30;
/** A page of a list offers no more of them. */
const mostOffered = 100;
const maxQueryLength = 2_000;

const viewName = z
  .string({ error: 'Please name the view' })
  .trim()
  .refine(hasVisibleText, 'Please name the view')
  .max(60, 'Please use at most 60 characters')
  .refine((text) => !text.includes('\0'), 'Please use another name');

export const viewNameSchema = z.object({ name: viewName, isShared: z.literal('yes').optional() });

const columns = (userId: Prisma.Sql) => Prisma.sql`
  'id', v.id, 'list', v.list, 'name', v.name, 'query', v.query, 'hidden', v.hidden, 'isCompact', v.is_compact,
  'isShared', v.is_shared, 'isOwn', v.owner_id = ${userId}, 'ownerName', o.name`;

const readViews = (
  name: string,
  key: string,
  condition: Prisma.Sql,
  most: number,
): ViewerRead<SavedView[]> => ({
  name,
  key,
  json: (userId) => Prisma.sql`(
    SELECT coalesce(json_agg(json_build_object(${columns(userId)}) ORDER BY v.list, v.owner_id <> ${userId}, lower(v.name), v.id), '[]')
    FROM (SELECT * FROM saved_views v WHERE ${condition} AND (v.owner_id = ${userId} OR v.is_shared)
      ORDER BY v.owner_id <> ${userId}, lower(v.name), v.id LIMIT ${most}) v JOIN users o ON o.id = v.owner_id)`,
  from: (value) => value as SavedView[],
});

/** The views of a list that its reader has: their own, and then what others share. */
export const savedViewsRead = (list: string): ViewerRead<SavedView[]> =>
  readViews('saved-views', `saved views of ${list}`, Prisma.sql`v.list = ${list}`, mostOffered);

/** Somebody's views of all lists, and what others share, by list. */
export const allSavedViewsRead = (): ViewerRead<SavedView[]> =>
  readViews('all-saved-views', 'saved views', Prisma.sql`true`, 1_000);

/** What a view keeps of its list. */
type ViewContent = Pick<SavedView, 'query' | 'hidden' | 'isCompact'>;

function checkQuery({ query }: Pick<ViewContent, 'query'>): void {
  if (query.length > maxQueryLength || query.includes('\0'))
    throw new Refusal('invalid', 'These filters are too long to save. Use fewer, or shorter ones.');
}

const nameTaken = () => new Refusal('invalid', 'You already have a view of this name.', 'name');

/**
 * Keeps a list as it is shown now under a name (P322).
 * @throws {Refusal} not_allowed; invalid for a name that is in use, too many views, or filters that are too long
 */
export async function saveView(
  actor: Actor,
  { list, name, isShared, ...content }: ViewContent & Pick<SavedView, 'list' | 'name' | 'isShared'>,
): Promise<{ id: string }> {
  checkQuery(content);
  return transaction(async (tx) => {
    await requirePermission(tx, actor, 'dashboard:read');
    const ownerId = ownerOf(actor);
    // Two forms of one person wait for each other, so that the limit holds.
    await tx.db.$queryRaw`SELECT 1 FROM users WHERE id = ${ownerId}::uuid FOR NO KEY UPDATE`;
    if ((await tx.db.savedView.count({ where: { ownerId, list } })) >= maxViews)
      throw new Refusal('invalid', `You have ${maxViews} views of this list. Delete one first.`);
    const at = now();
    const data = { ownerId, list, name, isShared, ...content, createdAt: at, updatedAt: at };
    return tx.db.savedView.create({ data, select: { id: true } });
  }).catch(asNameTaken);
}

/** Keeps in one's own view how its list is shown now. @throws {Refusal} not_allowed; not_found for none of one's own; invalid */
export async function changeView(actor: Actor, id: string, content: Partial<ViewContent>): Promise<void> {
  if (content.query !== undefined) checkQuery({ query: content.query });
  await changeOwn(actor, id, content);
}

/** Renames one's own view, and shares it or not. @throws {Refusal} not_allowed; not_found for none of one's own; invalid */
export const renameView = (
  actor: Actor,
  id: string,
  { name, isShared }: Pick<SavedView, 'name' | 'isShared'>,
): Promise<void> => changeOwn(actor, id, { name, isShared });

async function changeOwn(
  actor: Actor,
  id: string,
  data: Prisma.SavedViewUpdateManyMutationInput,
): Promise<void> {
  const count = await transaction(async (tx) => {
    await requirePermission(tx, actor, 'dashboard:read');
    const where = { id, ownerId: ownerOf(actor) };
    return isId(id)
      ? (await tx.db.savedView.updateMany({ where, data: { ...data, updatedAt: now() } })).count
      : 0;
  }).catch(asNameTaken);
  if (count === 0) throw new Refusal('not_found', 'There is no such view of yours.');
}

/** Deletes one's own view; one that is gone already stays so. @throws {Refusal} not_allowed */
export const deleteView = (actor: Actor, id: string): Promise<boolean> =>
  transaction(async (tx) => {
    await requirePermission(tx, actor, 'dashboard:read');
    if (!isId(id)) return false;
    return (await tx.db.savedView.deleteMany({ where: { id, ownerId: ownerOf(actor) } })).count > 0;
  });

/** A view of one's own; null for none. */
export async function findOwnView(actor: Actor, id: string): Promise<{ list: string } | null> {
  if (!isId(id)) return null;
  return prisma().savedView.findFirst({ where: { id, ownerId: ownerOf(actor) }, select: { list: true } });
}

function ownerOf({ id }: Actor): string {
  if (id === null) throw new Refusal('not_allowed', 'A program has no views.');
  return id;
}

function asNameTaken(error: unknown): never {
  throw isUniqueViolation(error) ? nameTaken() : error;
}
