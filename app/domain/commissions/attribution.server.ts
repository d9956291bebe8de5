import type { Attribution } from '#app/domain/commissions/ledger-row.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';

/** As much of a payment as says whose it is. */
interface Sold {
  id: string;
  userId: string;
  subscriptionId: string | null;
}

const told = {
  click: { select: { timestamp: true } },
  promotionCode: { select: { code: true } },
} as const;

/**
 * Who sold what a payment is for, and by what rule (P33); null for nobody. It was settled when the payment was recorded, by
 * `referralOfPayment` of the affiliates: whose the buyer is by registration, else what was kept with the sale.
 */
export async function findSeller(
  tx: Transaction,
  { id: paymentId, userId, subscriptionId }: Sold,
): Promise<{ sellerId: string; attribution: Attribution } | null> {
  const buyer = await tx.db.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      referredById: true,
      referralClickId: true,
      referralClick: { select: { timestamp: true } },
    },
  });
  if (buyer.referredById)
    return {
      sellerId: buyer.referredById,
      attribution: {
        rule: 'registration',
        clickId: buyer.referralClickId,
        clickedAt: buyer.referralClick?.timestamp.toISOString() ?? null,
        promotionCode: null,
      },
    };
  const sale = await tx.db.saleReferral.findUnique({
    where: subscriptionId ? { subscriptionId } : { paymentId },
    include: told,
  });
  if (!sale) return null;
  return {
    sellerId: sale.referrerId,
    attribution: {
      rule: sale.rule,
      clickId: sale.clickId,
      clickedAt: sale.click?.timestamp.toISOString() ?? null,
      promotionCode: sale.promotionCode?.code ?? null,
    },
  };
}
