import { levelMay } from '#app/domain/core/access/admin-policy.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { prisma } from '#app/platform/database/client.server.ts';

/** Whether somebody may be told that a ticket has changed while they look at it: who asked, and the team. One query. */
export async function mayFollowTicket(viewer: Viewer, number: number): Promise<boolean> {
  if (!Number.isInteger(number) || number < 1 || number >= 2 ** 31) return false;
  const isTeam = levelMay(viewer.adminLevel, 'tickets:read');
  return (await prisma().ticket.count({ where: { number, ...(isTeam ? {} : { userId: viewer.id }) } })) > 0;
}
