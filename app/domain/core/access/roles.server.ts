import { entitledSql } from '#app/domain/core/access/entitled-sql.server.ts';
import type { Role } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import type { Entitlement } from '#app/domain/core/catalogue/product.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/**
 * The role of the user `u` as it follows from what they are assigned and what they have: never below what an admin set, reseller with
 * the programme or its trial, pro reseller with PRO on top of being one (P2, P23, P24).
 */
const derivedRole = (): Prisma.Sql => {
  const has = (entitlement: Entitlement) => entitledSql(Prisma.sql`u.id`, entitlement);
  return Prisma.sql`GREATEST(u.assigned_role, CASE
      WHEN ${has('reseller')} AND ${has('reseller_pro')} THEN 'pro_reseller'::role
      WHEN ${has('reseller')} OR ${has('reseller_trial')} THEN 'reseller'::role
      ELSE 'member'::role END)`;
};

interface RoleChange {
  id: string;
  from: Role;
  to: Role;
}

/** Makes the roles of some users, which may end with a limit, what follows from what they have, and writes down each that changed. */
async function settle(tx: Transaction, which: Prisma.Sql): Promise<RoleChange[]> {
  const changes = await tx.db.$queryRaw<RoleChange[]>`
    WITH due AS (
      SELECT u.id, u.role AS was, ${derivedRole()} AS derived FROM users u WHERE ${which} FOR NO KEY UPDATE)
    UPDATE users SET role = due.derived, updated_at = now() FROM due
    WHERE users.id = due.id AND due.was <> due.derived
    RETURNING users.id, due.was::text AS "from", due.derived::text AS "to"`;
  for (const { id, from, to } of changes)
    await recordActivity(tx, { kind: 'role_changed', userId: id, details: { from, to } });
  return changes;
}

/** Makes one user's role what follows from what they have now; called wherever that may have changed. */
export async function settleRole(tx: Transaction, userId: string): Promise<void> {
  await settle(tx, Prisma.sql`u.id = ${userId}::uuid`);
}

/** Roles that are taken back in one transaction. */
const batchSize = 200;

/**
 * Takes roles back whose ground has run out by time alone: a trial, a grant, days of grace. The worker calls it every minute. Safe to
 * repeat, and to cut off. Whose role stays is not locked.
 */
export async function settleRunOutRoles(): Promise<void> {
  const which = () =>
    Prisma.sql`u.role <> u.assigned_role AND u.role <> ${derivedRole()} ORDER BY u.id LIMIT ${batchSize}`;
  while ((await transaction((tx) => settle(tx, which()))).length === batchSize);
}
