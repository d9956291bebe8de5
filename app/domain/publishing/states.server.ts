import { now } from '#app/platform/clock.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import type { ContentVersion } from '#app/platform/database/generated/client.ts';

/** The number of the last version of a path, whatever became of it; 0 where there is none. One query. */
export async function lastNumberOf(tx: Transaction, path: string): Promise<number> {
  const last = await tx.db.contentVersion.aggregate({ where: { path }, _max: { number: true } });
  return last._max.number ?? 0;
}

/** What of a piece is in these states is past from now on. */
export const putAside = (tx: Transaction, path: string, states: ContentVersion['state'][]) =>
  tx.db.contentVersion.updateMany({ where: { path, state: { in: states } }, data: { state: 'past' } });

/** A version that has waited is what its piece says now, in the place of the one before. */
export async function putInPlace(tx: Transaction, { id, path }: { id: string; path: string }): Promise<void> {
  await putAside(tx, path, ['published']);
  await tx.db.contentVersion.update({ where: { id }, data: { state: 'published', publishedAt: now() } });
}
