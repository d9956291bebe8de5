import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import type { Permission } from '#app/domain/core/access/admin-policy.ts';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { transaction } from '#app/platform/database/client.server.ts';

/** So many rows a bulk action changes at once: it takes a few seconds then. */
export const mostAtOnce = 1_000;

/** What became of the rows of a bulk action. */
export interface BulkOutcome {
  changed: number;
  /** Rows that were already as they were to be. */
  unchanged: number;
  /** Why other rows were not changed, how many of them, and which. */
  refusals: { message: string; count: number; items: (string | number)[] }[];
  /** Whether there were more than were taken. */
  isMore: boolean;
}

/**
 * Changes rows one after the other, each in its own transaction: one that is refused holds up no other. `change` says whether it has changed
 * anything, so that the same press twice changes nothing twice. Where every row is refused, the first refusal is thrown.
 * @throws {Refusal} not_allowed; invalid without rows; that of the first row
 * @throws {ConfirmationNeeded} before anything is changed
 */
export async function changeMany<Item extends string | number>(
  actor: Actor,
  permission: Permission,
  items: readonly Item[],
  change: (item: Item) => Promise<boolean>,
): Promise<BulkOutcome> {
  await transaction((tx) => requirePermission(tx, actor, permission));
  const wanted = [...new Set(items)];
  if (wanted.length === 0) throw new Refusal('invalid', 'Nothing in this list can be changed so.');
  const outcome = { changed: 0, unchanged: 0 };
  const refusals: { item: Item; refusal: Refusal }[] = [];
  for (const item of wanted.slice(0, mostAtOnce))
    try {
      if (await change(item)) outcome.changed += 1;
      else outcome.unchanged += 1;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusals.push({ item, refusal: error });
    }
  const [first] = refusals;
  if (first && outcome.changed + outcome.unchanged === 0) throw first.refusal;
  const byMessage = Map.groupBy(refusals, ({ refusal }) => refusal.message);
  return {
    ...outcome,
    refusals: [...byMessage].map(([message, refused]) => ({
      message,
      count: refused.length,
      items: refused.map(({ item }) => item),
    })),
    isMore: wanted.length > mostAtOnce,
  };
}
