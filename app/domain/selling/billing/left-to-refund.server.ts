import { now } from '#app/platform/clock.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';

interface Paid {
  id: string;
  userId: string;
}

/** What can still be given back of a payment. Integer cents. */
interface LeftToRefund {
  cents: number;
  /** What has been asked for and the provider has not confirmed yet; `cents` is without it. */
  requestedCents: number;
}

const otherWay = '/other-way';

/** The id of a refund that was made in another way, as the provider's own had failed: the provider does not know it. */
export const otherWayId = (providerRefundId: string): string => `${providerRefundId}${otherWay}`;

/**
 * Whether a refund has failed and an operator has not decided what its payment counts as, for the rows `refund` and `payment`: the money is owed, or was taken
 * off the list as given back before that counted as a refund (P340).
 */
export const undecidedRefundSql = (refund: Prisma.Sql, payment: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  ${refund}.status = 'failed' AND ${payment}.status NOT IN ('refunded', 'charged_back')
  AND (${refund}.resolved_at IS NULL OR NOT EXISTS (SELECT 1 FROM payment_refunds other
    WHERE other.provider = ${refund}.provider AND other.provider_refund_id = ${refund}.provider_refund_id || ${otherWay})))`;

/**
 * What can still be given back of a payment: neither what has gone back, nor what a bank has taken, nor what is already on its way. On its
 * way is what an operator asked for within a day and no refund has been told of, unless its job gave up, and all of it where its payer's own
 * request was granted. One query, so that a refund which is told of meanwhile counts on both sides or on neither.
 */
export async function findLeftToRefund(
  db: Prisma.TransactionClient,
  { id, userId }: Paid,
): Promise<LeftToRefund> {
  // A provider's clock may be a little behind ours.
  const [row] = await db.$queryRaw<{ left: number; requested: number; isGranted: boolean }[]>`
    WITH requested AS (
      SELECT created_at, (after->>'amount_cents')::int AS cents FROM audit_log a
      WHERE action = 'refund_asked' AND subject_type = 'user' AND subject_id = ${userId}
        AND created_at > ${new Date(now().getTime() - dayMs)} AND after->>'payment' = ${id}
        AND NOT EXISTS (SELECT 1 FROM failed_jobs f WHERE f.kind = 'refund-part' AND f.data->>'key' = a.form_key)
    )
    SELECT greatest(0, amount_cents - amount_refunded_cents - charged_back_cents - disputed_cents) AS left,
      (coalesce((SELECT sum(cents) FROM requested), 0) - coalesce((SELECT sum(amount_cents) FROM payment_refunds
        WHERE payment_id = ${id}::uuid AND NOT provider_refund_id LIKE ${`%${otherWay}`}
          AND created_at >= (SELECT min(created_at) FROM requested) - interval '1 minute'), 0))::int AS requested,
      EXISTS (SELECT 1 FROM refund_requests WHERE payment_id = ${id}::uuid AND status = 'accepted') AS "isGranted"
    FROM payments WHERE id = ${id}::uuid`;
  const left = row?.left ?? 0;
  const requestedCents = row?.isGranted ? left : Math.min(Math.max(row?.requested ?? 0, 0), left);
  return { cents: left - requestedCents, requestedCents };
}
