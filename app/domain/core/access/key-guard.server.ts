import { type AdminLevel, levelMay, type Permission } from '#app/domain/core/access/admin-policy.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';

/** The permission of a DevOps key that lets a program manage accounts through the auth API. */
export const managesAccounts = 'accounts:manage';

/** What of the admins' permissions such a key has. Roles, money and the accounts of admins are not among them (P218). */
const permissionsOfKeys: readonly Permission[] = [
  'users:edit',
  'users:set_address',
  'users:set_status',
  'users:invite',
  'users:delete',
  'users:send_link',
  'users:sign_out',
  'users:remove_factor',
];

/**
 * Lets a program do something with its key as part of `tx`, by what the database says of the key now: it may have been revoked since
 * the request began. It may no more than the owner who made it. Until `tx` ends, nobody revokes it.
 * @throws {Refusal} not_allowed
 */
export async function requireKeyPermission(
  tx: Transaction,
  keyId: string,
  permission: Permission,
): Promise<void> {
  const [row] = await tx.db.$queryRaw<{ level: AdminLevel }[]>`
    SELECT u.admin_level::text AS level FROM devops_keys k JOIN users u ON u.id = k.created_by
    WHERE k.id = ${keyId}::uuid AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ${now()})
      AND ${managesAccounts} = ANY (k.permissions) AND u.role = 'admin' AND u.status = 'active'
    FOR KEY SHARE OF k, u`;
  const isMaker = row && levelMay(row.level, 'keys:manage') && levelMay(row.level, permission);
  if (!isMaker || !permissionsOfKeys.includes(permission))
    throw new Refusal('not_allowed', 'A key does not have the privileges for this.');
}
