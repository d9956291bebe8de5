import { entitledSql } from '#app/domain/core/access/entitled-sql.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import type { Entitlement } from '#app/domain/core/catalogue/product.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

type Asking = Pick<Viewer, 'id' | 'hasMembership'>;

/** All that somebody can have, each by what sells or grants it. */
export const entitlements = [
  'membership',
  'ebook',
  'reseller',
  'reseller_pro',
  'reseller_trial',
  'team',
] as const satisfies readonly Entitlement[];

/** What a user has now. One query. */
export async function findEntitlements(userId: string): Promise<ReadonlySet<Entitlement>> {
  const columns = entitlements.map(
    (name) => Prisma.sql`${entitledSql(Prisma.sql`${userId}::uuid`, name)} AS ${Prisma.raw(`"${name}"`)}`,
  );
  const [row] = await prisma().$queryRaw<Record<Entitlement, boolean>[]>`SELECT ${Prisma.join(columns)}`;
  return new Set(entitlements.filter((name) => row?.[name]));
}

/** Whether a user has any of some things now. One query, none for an empty list. */
export async function isEntitled(
  userId: string,
  entitlements: Entitlement | readonly Entitlement[],
): Promise<boolean> {
  const names = typeof entitlements === 'string' ? [entitlements] : entitlements;
  if (names.length === 0) return false;
  const conditions = names.map((name) => entitledSql(Prisma.sql`${userId}::uuid`, name));
  const [row] = await prisma().$queryRaw<{ has: boolean }[]>`
    SELECT ${Prisma.join(conditions, ' OR ')} AS has`;
  return row?.has === true;
}

/** Whether a viewer has any of some things. Where the membership decides it costs no query. */
export async function hasAnyOf(viewer: Asking, entitlements: readonly Entitlement[]): Promise<boolean> {
  if (viewer.hasMembership && entitlements.includes('membership')) return true;
  return isEntitled(
    viewer.id,
    entitlements.filter((name) => name !== 'membership'),
  );
}
