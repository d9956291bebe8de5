import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import {
  type Condition,
  isSameCondition,
  readConditions,
} from '#app/domain/operating/segments/conditions.server.ts';
import { createSegment, maxName } from '#app/domain/operating/segments/segments.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';

/**
 * The segment of people who meet all of these conditions, as part of `tx`: one that there is, whatever it is called, or else a new one.
 * Gives its id. @throws {Refusal} not_allowed; conflict past a hundred
 */
export async function segmentWith(
  tx: Transaction,
  actor: Actor,
  name: string,
  conditions: Condition[],
): Promise<string> {
  await requirePermission(tx, actor, 'segments:edit');
  // Two who ask for it at once get the same one.
  await tx.db.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('segments'))::text`;
  const segments = await tx.db.segment.findMany({
    select: { id: true, name: true, isAny: true, conditions: true },
  });
  const same = segments.find((segment) => {
    const others = segment.isAny ? null : readConditions(segment.conditions);
    return (
      others?.length === conditions.length &&
      conditions.every((each) => others.some((other) => isSameCondition(each, other)))
    );
  });
  if (same) return same.id;
  const usedNames = new Set(segments.map((segment) => segment.name));
  const numbered = (count: number) =>
    count === 1 ? name.slice(0, maxName) : `${name.slice(0, maxName - 4)} ${count}`;
  let count = 1;
  while (usedNames.has(numbered(count))) count += 1;
  return createSegment(tx, actor, { name: numbered(count), isAny: false, conditions });
}
