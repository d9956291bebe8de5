import { Prisma } from '#app/platform/database/generated/client.ts';

// A discount for some months takes something off each payment made before it ends, whatever was paid or paused meanwhile.

/** What a discount takes off each payment, in integer cents, and until when. */
interface RunningDiscount {
  cents: number;
  until: Date;
}

/**
 * The discount of a subscription `s` that ends last, as JSON, inside a larger query; null where there never was one. By a promotion code it counts
 * from the beginning of the subscription, by an offer beside its cancellation from when that was taken.
 */
export const discountSql = (): Prisma.Sql => Prisma.sql`(
  SELECT json_build_object('cents', d.cents, 'until', d.ends_at) FROM (
    SELECT o.amount_off_cents + round(s.amount * o.percent_off / 100.0)::int AS cents,
      s.started_at + make_interval(months => o.months) AS ends_at
    FROM promotion_uses o WHERE o.subscription_id = s.id AND o.state = 'used' AND o.months IS NOT NULL
    UNION ALL
    SELECT round(s.amount * w.percent_off / 100.0)::int, w.ends_at
    FROM win_back_offers w WHERE w.subscription_id = s.id AND w.ends_at IS NOT NULL
  ) d WHERE d.ends_at IS NOT NULL ORDER BY d.ends_at DESC LIMIT 1)`;

/** What a discount takes off a payment that a subscription makes at a moment, in integer cents. One query. */
export async function findDiscountCents(
  db: Prisma.TransactionClient,
  subscriptionId: string,
  at: Date,
): Promise<number> {
  const [row] = await db.$queryRaw<{ discount: StoredDiscount | null }[]>`
    SELECT ${discountSql()} AS discount FROM subscriptions s WHERE s.id = ${subscriptionId}::uuid`;
  const discount = readDiscount(row?.discount ?? null);
  return discount && discount.until > at ? discount.cents : 0;
}

/** A discount as `discountSql` gives it. */
export interface StoredDiscount {
  cents: number;
  until: string;
}

export const readDiscount = (stored: StoredDiscount | null): RunningDiscount | null =>
  stored && { cents: stored.cents, until: new Date(stored.until) };
