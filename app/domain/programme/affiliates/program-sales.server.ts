import { prisma } from '#app/platform/database/client.server.ts';

/** What a product brought a reseller, refunds taken off. */
interface ProductSales {
  /** A key of the catalog. */
  product: string;
  /** Whether a recruited reseller made the sales. */
  isSecondTier: boolean;
  sales: number;
  /** Integer cents of the ledger's currency. */
  cents: number;
}

/** How a reseller's business stands: whom they recruited, and what each product brought. */
export interface ProgramSales {
  recruited: number;
  products: ProductSales[];
}

/** A reseller's sales by product, and how many resellers they recruited. One query. */
export async function findProgramSales(userId: string): Promise<ProgramSales> {
  const [row] = await prisma().$queryRaw<{ recruited: number; products: ProductSales[] | null }[]>`
    SELECT (SELECT count(*)::int FROM users u
            WHERE u.referred_by = ${userId}::uuid AND u.role IN ('reseller', 'pro_reseller')) AS recruited,
      (SELECT json_agg(sold) FROM (
        SELECT p.product, coalesce(c.tier = 'second_tier', false) AS "isSecondTier",
          count(DISTINCT c.payment_id) FILTER (WHERE c.kind IN ('earning', 'second_tier_earning'))::int AS sales,
          sum(c.commission)::float8 AS cents
        FROM commissions c JOIN payments p ON p.id = c.payment_id
        WHERE c.referrer_username = ${userId}::uuid GROUP BY 1, 2) sold) AS products`;
  return { recruited: row?.recruited ?? 0, products: row?.products ?? [] };
}
