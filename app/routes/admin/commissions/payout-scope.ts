import { readPayoutGroup } from '#app/domain/programme/payouts/payout-groups.ts';
import type { PayoutSelection } from '#app/domain/programme/payouts/payout-selection.server.ts';
import { readBulkScope } from '#app/routes/admin/lists/bulk-scope.ts';

/**
 * Which payouts an address is about that a bulk bar leads to: the ticked ones, or all that match the list's `filter`.
 * @throws {Refusal} invalid where none was ticked
 */
export function readPayoutSelection(query: URLSearchParams): PayoutSelection {
  const scope = readBulkScope(query);
  const group = readPayoutGroup(new URLSearchParams(query.get('filter') ?? ''));
  if (!('keys' in scope)) return { numbers: null, group };
  return { numbers: scope.keys.map((key) => (/^[1-9]\d{0,8}$/.test(key) ? Number(key) : 0)), group: null };
}
