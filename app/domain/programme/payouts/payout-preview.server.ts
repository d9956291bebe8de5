import { dueSql, payableSql } from '#app/domain/programme/payouts/payout-batches.server.ts';
import { openStates } from '#app/domain/programme/payouts/states.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** What a batch would pay somebody, or why it would not. Integer cents. */
export interface PreviewRow {
  userId: string;
  name: string;
  /** Where it would go; null for nowhere. */
  email: string | null;
  /** What would be paid; of somebody who is passed over what is approved, reviews not looked at. */
  cents: number;
  /** Why they are passed over; null for those who are paid. */
  obstacle: string | null;
}

/** What sending payouts now would do. Integer cents. */
interface PayoutPreview {
  payouts: number;
  cents: number;
  /** The largest first, as many as a page shows. */
  paid: PreviewRow[];
  passedOver: number;
  passed: PreviewRow[];
}

/** As many as a page shows of each; the sums are of all. */
const shown = 100;

const obstacleSql = (at: Date) => Prisma.sql`
  CASE WHEN (SELECT k.is_held FROM affiliate_closings k WHERE k.user_id = u.id AND k.ended_at IS NULL)
      THEN 'The account is deactivated: decide under Leaving whether it is paid'
    WHEN u.status <> 'active'
      AND NOT EXISTS (SELECT 1 FROM affiliate_closings k WHERE k.user_id = u.id AND k.ended_at IS NULL) THEN 'The account is inactive'
    WHEN EXISTS (SELECT 1 FROM payout_items i WHERE i.user_id = u.id
      AND i.state IN (${Prisma.join(openStates.map((state) => Prisma.sql`${state}::payout_state`))})) THEN 'A payout is on its way'
    WHEN u.email_verified_at IS NULL THEN 'The email address is not verified'
    WHEN NOT EXISTS (SELECT 1 FROM payout_addresses p WHERE p.user_id = u.id AND p.canceled_at IS NULL
      AND p.usable_from <= ${at}) THEN 'No PayPal address is confirmed, or it is not in use yet'
    WHEN u.payout_country IS NULL THEN 'No country is known'
    WHEN EXISTS (SELECT 1 FROM affiliate_closings k WHERE k.user_id = u.id AND k.ended_at IS NULL)
      THEN 'Leaving: paid once nothing is waiting or under review'
    ELSE 'Below the minimum without what is under review' END`;

interface Row extends PreviewRow {
  payouts: number;
  sum: number;
}

/** What a batch made now would pay, and whom it would pass over though they have the minimum. Changes nothing. One query. */
export async function previewPayouts(): Promise<PayoutPreview> {
  const at = now();
  const rows = await prisma().$queryRaw<Row[]>`
    WITH due AS MATERIALIZED (
      ${dueSql(at)}),
    ${payableSql(Prisma.sql`ARRAY(SELECT id FROM due)`, at)}
    (SELECT s.user_id AS "userId", u.name, payee.email, s.cents, NULL::text AS obstacle,
      count(*) OVER ()::int AS payouts, sum(s.cents) OVER ()::float8 AS sum
      FROM sums s JOIN payee ON payee.id = s.user_id JOIN users u ON u.id = s.user_id
      ORDER BY s.cents DESC, s.user_id LIMIT ${shown})
    UNION ALL
    (SELECT d.id, u.name, NULL, d.cents, ${obstacleSql(at)}, count(*) OVER ()::int, 0
      FROM due d JOIN users u ON u.id = d.id WHERE NOT EXISTS (SELECT 1 FROM sums s WHERE s.user_id = d.id)
      ORDER BY d.cents DESC, d.id LIMIT ${shown})`;
  const plain = ({ userId, name, email, cents, obstacle }: Row) => ({ userId, name, email, cents, obstacle });
  const paid = rows.filter(({ obstacle }) => obstacle === null);
  const passed = rows.filter(({ obstacle }) => obstacle !== null);
  return {
    payouts: paid[0]?.payouts ?? 0,
    cents: paid[0]?.sum ?? 0,
    paid: paid.map(plain),
    passedOver: passed[0]?.payouts ?? 0,
    passed: passed.map(plain),
  };
}
