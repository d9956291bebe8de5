import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { siteSettings } from '#app/domain/core/site-settings/current.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { acceptDocuments } from '#app/domain/learning/legal/acceptance.server.ts';
import { settleClosingOf } from '#app/domain/programme/payouts/closings.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';

/** The rate that whoever registers has, as the column's default has it. */
const standardPercent = 50;

/**
 * Makes a plain member an affiliate, who accepts the affiliate agreement as it is now. Whoever has another role already
 * takes part and keeps it; asking twice changes nothing. Their rate is the one for new affiliates, unless an admin has set another before.
 */
export async function joinProgramme(viewer: Viewer): Promise<void> {
  await transaction(async (tx) => {
    const count = await tx.db.$executeRaw`
      UPDATE users SET assigned_role = 'affiliate', role = GREATEST(role, 'affiliate'), updated_at = now(),
        commission_rate = CASE WHEN EXISTS (
            SELECT 1 FROM seller_terms t WHERE t.user_id = users.id AND t.commission_rate <> ${standardPercent})
          THEN commission_rate ELSE ${siteSettings().programme.affiliatePercent} END
      WHERE id = ${viewer.id}::uuid AND assigned_role = 'member'`;
    await acceptDocuments(tx, viewer.id, ['affiliate-agreement']);
    if (count === 0) return;
    await settleClosingOf(tx, viewer.id);
    await recordActivity(tx, {
      kind: 'affiliate_joined',
      userId: viewer.id,
      actorId: viewer.id,
    });
  });
}

/**
 * Ends somebody's part in the program, as they ask: from now on they earn nothing, and what they have earned is paid with a last payout (P192).
 * Their referrals stay theirs, should they join again. Asking twice changes nothing.
 * @throws {Refusal} conflict for resellers, whose program was bought or set, and who write to support
 */
export async function leaveProgramme(viewer: Pick<Viewer, 'id'>): Promise<void> {
  await transaction(async (tx) => {
    const count = await tx.db.$executeRaw`
      UPDATE users SET assigned_role = 'member', role = 'member', updated_at = now()
      WHERE id = ${viewer.id}::uuid AND assigned_role = 'affiliate' AND role = 'affiliate'`;
    if (count === 0) {
      const { role } = await tx.db.user.findUniqueOrThrow({
        where: { id: viewer.id },
        select: { role: true },
      });
      if (role === 'member') return;
      throw new Refusal('conflict', 'Please write to support to leave the reseller program.');
    }
    await recordActivity(tx, { kind: 'affiliate_left', userId: viewer.id, actorId: viewer.id });
    await settleClosingOf(tx, viewer.id, { cause: 'left' });
  });
}
