import { levelMay } from '#app/domain/access/admin-policy.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Prisma } from '#app/platform/database/generated/client.ts';

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
