import type { Viewer } from '#app/domain/access/viewer.ts';
import { recordActivity } from '#app/domain/activity/record.server.ts';
import { acceptDocuments } from '#app/domain/legal/acceptance.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';

/**
 * Makes a plain member an affiliate, who accepts the affiliate agreement as it is now. Whoever has another role already
 * takes part and keeps it; asking twice changes nothing.
 */
export async function joinProgramme(viewer: Viewer): Promise<void> {
  await transaction(async (tx) => {
    const count = await tx.db.$executeRaw`
      UPDATE users SET assigned_role = 'affiliate', role = GREATEST(role, 'affiliate'), updated_at = now()
      WHERE id = ${viewer.id}::uuid AND assigned_role = 'member'`;
    await acceptDocuments(tx, viewer.id, ['affiliate-agreement']);
    if (count === 0) return;
    await recordActivity(tx, {
      kind: 'affiliate_joined',
      userId: viewer.id,
      actorId: viewer.id,
    });
  });
}
