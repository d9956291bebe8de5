import { Prisma } from '#app/platform/database/generated/client.ts';

/** How a buyer came to belong to a seller, as an `Attribution`, by a click `k`. */
const attributionSql = (rule: Prisma.Sql, promotionCode: Prisma.Sql) => Prisma.sql`
  jsonb_build_object('rule', ${rule}, 'clickId', k.id, 'promotionCode', ${promotionCode},
    'clickedAt', to_char(k.timestamp AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;

/**
 * Who sold what a payment `p` is for, and by what rule (P33), for a lateral join; no row for nobody. It is as the ledger says already,
 * else as it was settled when the payment was recorded, by `referralOfPayment` of the affiliates: whose the buyer is by registration,
 * else what was kept with the sale.
 */
export const sellerSql = Prisma.sql`
  SELECT "sellerId", attribution FROM (
    (SELECT 1 AS rank, c.referrer_username AS "sellerId", c.snapshot -> 'attribution' AS attribution
      FROM commissions c WHERE c.payment_id = p.id AND c.tier IS DISTINCT FROM 'second_tier' ORDER BY c.created_at, c.id LIMIT 1)
    UNION ALL
    SELECT 2, u.referred_by, ${attributionSql(Prisma.sql`'registration'`, Prisma.sql`NULL`)}
      FROM users u LEFT JOIN referral_clicks k ON k.id = u.referral_click_id
      WHERE u.id = p.user_id AND u.referred_by IS NOT NULL
    UNION ALL
    SELECT 3, r.referrer_id, ${attributionSql(Prisma.sql`r.rule`, Prisma.sql`t.code`)}
      FROM sale_referrals r LEFT JOIN referral_clicks k ON k.id = r.click_id
        LEFT JOIN promotion_codes t ON t.id = r.promotion_code_id
      WHERE r.subscription_id = p.subscription_id OR (p.subscription_id IS NULL AND r.payment_id = p.id)
  ) whose ORDER BY rank LIMIT 1`;
