import { isId } from '#app/domain/core/audit/target.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';

/** The gift that a purchase is said to pay; locked until `tx` ends, so that of two payments at once one pays it. */
export async function lockGift(tx: Transaction, giftId: string | null | undefined): Promise<string | null> {
  if (!giftId || !isId(giftId)) return null;
  const [gift] = await tx.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM gifts WHERE id = ${giftId}::uuid FOR NO KEY UPDATE`;
  return gift?.id ?? null;
}
