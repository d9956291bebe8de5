import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { type DeskPayout, exportPayouts } from '#app/domain/programme/payouts/payout-list.server.ts';
import type { PayoutSelection } from '#app/domain/programme/payouts/payout-selection.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';

/**
 * Writes down that payouts, with the addresses they went to, are taken out of the site, and gives them, batch by batch.
 * @throws {Refusal} not_allowed
 * @throws {ConfirmationNeeded}
 */
export async function beginPayoutExport(
  actor: Actor,
  selection: PayoutSelection,
  form: string,
): Promise<AsyncGenerator<DeskPayout[]>> {
  const { numbers, group } = selection;
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'money:move');
    await recordAudit(tx, actor, {
      action: 'payouts_exported',
      after: { form, narrowed_to: numbers ? `${numbers.length} chosen` : (group ?? 'all payouts') },
    });
  });
  return exportPayouts(selection);
}
