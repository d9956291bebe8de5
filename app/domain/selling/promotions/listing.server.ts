import { isId } from '#app/domain/core/audit/target.server.ts';
import { baseCurrency } from '#app/domain/core/catalogue/currencies.ts';
import { type ListPage, type Place, pageOf } from '#app/domain/core/values/cursor.ts';
import { pageSql } from '#app/domain/core/values/cursor-sql.server.ts';
import type { PromotionTerms } from '#app/domain/programme/affiliates/promotion-rules.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** A code as the list shows it. Uses that are reserved are counted apart. */
interface ListedPromotion extends PromotionTerms {
  id: string;
  code: string;
  purpose: string;
  isOperators: boolean;
  createdAt: Date;
  affiliate: { id: string; username: string } | null;
  used: number;
  reserved: number;
  /** What the payments it made cheaper first have brought in the base currency, before tax, in integer cents. */
  netCents: number;
}

const perPage = 30;

const codesSql = Prisma.sql`
  SELECT c.id, c.code, c.purpose, c.is_operators AS "isOperators", c.created_at AS "createdAt",
    c.percent_off AS "percentOff", c.amount_off_cents AS "amountOffCents", c.further_amounts_off AS "furtherAmountsOff", c.months, c.products,
    c.starts_at AS "startsAt", c.expires_at AS "expiresAt", c.ended_at AS "endedAt", c.max_uses AS "maxUses",
    c.max_uses_per_person AS "maxUsesPerPerson", c.audience::text AS audience,
    CASE WHEN a.id IS NOT NULL THEN json_build_object('id', a.id, 'username', a.username) END AS affiliate,
    uses.used, uses.reserved, uses.cents AS "netCents"
  FROM promotion_codes c LEFT JOIN users a ON a.id = c.affiliate_id
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE u.state = 'used')::int AS used,
      count(*) FILTER (WHERE u.state = 'reserved')::int AS reserved,
      coalesce(sum(p.amount_cents - p.tax_cents) FILTER (WHERE p.currency = ${baseCurrency}), 0)::int AS cents
    FROM promotion_uses u LEFT JOIN payments p ON p.id = u.payment_id WHERE u.promotion_code_id = c.id
  ) uses`;

/** A page of the codes there are, affiliates' own among them, the newest first. One query. */
export async function listPromotions(
  { isLive }: { isLive: boolean | null },
  place: Place | null,
): Promise<ListPage<ListedPromotion>> {
  const { past, order } = pageSql(Prisma.sql`c.created_at`, Prisma.sql`c.id`, place);
  const live =
    isLive === null
      ? Prisma.sql`true`
      : isLive
        ? Prisma.sql`c.ended_at IS NULL`
        : Prisma.sql`c.ended_at IS NOT NULL`;
  const rows = await prisma().$queryRaw<ListedPromotion[]>`
    ${codesSql} WHERE ${live} ${past} ORDER BY ${order} LIMIT ${perPage + 1}`;
  return pageOf(rows, perPage, ({ createdAt: at, id }) => ({ at, id }), place);
}

/** A code by its id; null for none. One query. */
export async function findPromotion(id: string): Promise<ListedPromotion | null> {
  if (!isId(id)) return null;
  const [row] = await prisma().$queryRaw<ListedPromotion[]>`${codesSql} WHERE c.id = ${id}::uuid`;
  return row ?? null;
}

/** A use of a code as its page shows it. */
interface ListedUse {
  id: string;
  userId: string;
  name: string;
  product: string;
  state: 'reserved' | 'used' | 'released';
  reservedAt: Date;
  /** Of the first payment, before tax, in integer cents; null where none was made. */
  paidCents: number | null;
  discountCents: number | null;
  /** Of both; null likewise. */
  currency: string | null;
}

/** A page of the uses of a code, the newest first. One query. */
export async function listUses(codeId: string, place: Place | null): Promise<ListPage<ListedUse>> {
  const { past, order } = pageSql(Prisma.sql`u.reserved_at`, Prisma.sql`u.id`, place);
  const rows = await prisma().$queryRaw<ListedUse[]>`
    SELECT u.id, u.user_id AS "userId", b.name, u.product, u.state::text AS state, u.reserved_at AS "reservedAt",
      p.amount_cents - p.tax_cents AS "paidCents", p.discount_cents AS "discountCents", p.currency
    FROM promotion_uses u JOIN users b ON b.id = u.user_id LEFT JOIN payments p ON p.id = u.payment_id
    WHERE u.promotion_code_id = ${codeId}::uuid ${past} ORDER BY ${order} LIMIT ${perPage + 1}`;
  return pageOf(rows, perPage, ({ reservedAt: at, id }) => ({ at, id }), place);
}
