import type { Attribution } from '#app/domain/commissions/ledger-row.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';

/** Whose buyer somebody is, and by what rule (P33); null for who belongs to nobody. The one place that a payment's seller comes from. */
export async function findSeller(
  tx: Transaction,
  buyerId: string,
): Promise<{ sellerId: string; attribution: Attribution } | null> {
  const { referredById } = await tx.db.user.findUniqueOrThrow({
    where: { id: buyerId },
    select: { referredById: true },
  });
  if (!referredById) return null;
  return {
    sellerId: referredById,
    attribution: { rule: 'registration', clickId: null, clickedAt: null, promotionCode: null },
  };
}
