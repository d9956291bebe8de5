import { levelMay } from '#app/domain/core/access/admin-policy.ts';
import { now } from '#app/platform/clock.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

const levels = (['support', 'manager', 'owner'] as const).filter((level) => levelMay(level, 'devops:read'));

/**
 * Keys that are taken: neither revoked nor expired, and made or rotated by somebody who still is an admin with access to the integration.
 * A key does not outlive its admin's access; another owner keeps its program running by rotating it.
 */
export const takenKeys = (): Prisma.DevopsKeyWhereInput => ({
  revokedAt: null,
  OR: [{ expiresAt: null }, { expiresAt: { gt: now() } }],
  createdBy: { status: 'active', role: 'admin', adminLevel: { in: [...levels] } },
});

/** The same as SQL, of a key `k` and its admin `u`. */
export const isTakenSql = (): Prisma.Sql => Prisma.sql`(
  k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ${now()})
  AND coalesce(u.status = 'active' AND u.role = 'admin' AND u.admin_level::text = ANY(${levels}), false))`;
