import { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { type BulkOutcome, changeMany } from '#app/domain/core/audit/change-many.server.ts';
import { maskedEmail } from '#app/domain/core/audit/mask.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { isId } from '#app/domain/core/audit/target.server.ts';
import { unsubscribeAddress } from '#app/domain/operating/letters/complaints.server.ts';
import {
  suppressionReason,
  suppressionSubject,
} from '#app/domain/operating/suppressions/suppressions.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';

export const removalSchema = z.object({ why: suppressionReason });

/**
 * Takes an address off the suppression list. What its owner has unsubscribed from stays so. The second of two presses does nothing. Says whether it was there.
 * @throws {Refusal} not_allowed
 */
export function removeSuppression(
  actor: Actor,
  id: string,
  { why: reason }: z.output<typeof removalSchema>,
): Promise<boolean> {
  return transaction(async (tx) => {
    await requirePermission(tx, actor, 'letters:edit');
    if (!isId(id)) return false;
    const [removed] = await tx.db.$queryRaw<{ address: string; reason: string; createdAt: Date }[]>`
      DELETE FROM mail_suppressions WHERE id = ${id}::uuid RETURNING address, reason::text, created_at AS "createdAt"`;
    if (!removed) return false;
    if (removed.reason === 'complaint') await unsubscribeAddress(tx.db, removed.address, removed.createdAt);
    await recordAudit(tx, actor, {
      action: 'suppression_removed',
      subject: suppressionSubject(id),
      before: { address: maskedEmail(removed.address), reason: removed.reason },
      after: { why: reason },
    });
    return true;
  });
}

/** Takes many addresses off the list, for one reason. @throws {Refusal} not_allowed; invalid without addresses */
export const removeSuppressions = (
  actor: Actor,
  ids: readonly string[],
  why: z.output<typeof removalSchema>,
): Promise<BulkOutcome> => changeMany(actor, 'letters:edit', ids, (id) => removeSuppression(actor, id, why));
