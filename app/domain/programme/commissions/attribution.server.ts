import type { Attribution } from '#app/domain/programme/commissions/ledger-row.ts';
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
  const [buyer] = await tx.db.$queryRaw<
    { referredById: string | null; clickId: string | null; clickedAt: Date | null }[]
  >`
    SELECT u.referred_by AS "referredById", u.referral_click_id AS "clickId", c.timestamp AS "clickedAt"
    FROM users u LEFT JOIN referral_clicks c ON c.id = u.referral_click_id WHERE u.id = ${userId}::uuid`;
  if (buyer?.referredById)
    return {
      sellerId: buyer.referredById,
      attribution: {
        rule: 'registration',
        clickId: buyer.clickId,
        clickedAt: buyer.clickedAt?.toISOString() ?? null,
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
