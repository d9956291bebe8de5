import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import type { AdminLevel, Permission } from '#app/domain/core/access/admin-policy.ts';
import type { Role } from '#app/domain/core/access/viewer.ts';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { isDeleted } from '#app/domain/core/audit/user-name.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';

/** A user as an admin's command finds them, locked until its transaction ends. */
export interface Target {
  id: string;
  name: string;
  email: string;
  role: Role;
  assignedRole: Role;
  status: 'active' | 'inactive';
  commissionRate: number;
  isVerified: boolean;
  /** What tells one state of the row from another: a form that was filled in over an older one is stale. */
  version: string;
}

/** What a user's row is known by in forms: Postgres gives each state of it a number. */
export const isId = (id: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);

interface Row extends Target {
  adminLevel: AdminLevel;
}

/** What is still done with somebody deleted: their payments and what they are owed stay, and who deletes them again is told so. */
const afterDeletion: readonly Permission[] = ['money:move', 'users:delete'];

/**
 * Lets an admin do something with a user as part of `tx`, and locks the user. Admins are each other's only where they own the site.
 * @throws {Refusal} not_allowed; not_found; conflict for who is deleted, except where it is about money
 * @throws {ConfirmationNeeded}
 */
export async function takeTarget(
  tx: Transaction,
  actor: Actor,
  permission: Permission,
  userId: string,
): Promise<Target> {
  await requirePermission(tx, actor, permission);
  const [row] = isId(userId)
    ? await tx.db.$queryRaw<Row[]>`
        SELECT id, name, email, role::text, assigned_role::text AS "assignedRole", status::text,
               commission_rate AS "commissionRate", email_verified_at IS NOT NULL AS "isVerified", xmin::text AS version
        FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`
    : [];
  if (!row) throw new Refusal('not_found', 'There is no such user.');
  if (row.role === 'admin' && row.id !== actor.id) await requirePermission(tx, actor, 'admins:change');
  if (isDeleted(row) && !afterDeletion.includes(permission))
    throw new Refusal('conflict', 'This user is deleted: they cannot be changed any more.');
  return row;
}

/** @throws {Refusal} conflict where a form was filled in over another state of the user than that of now. */
export function refuseStale({ version }: Target, filledInOver: string): void {
  if (version !== filledInOver)
    throw new Refusal(
      'conflict',
      'This user was changed while you typed. Look at what is there now, and save again if it is still right.',
    );
}
