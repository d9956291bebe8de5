import { graceDays } from '#app/domain/core/access/grace.ts';
import { intervalLengthSql } from '#app/domain/core/access/interval-sql.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { keysGiving } from '#app/domain/core/catalogue/products.ts';
import { lapseNoticeDays } from '#app/domain/core/catalogue/programme.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';
import { isMailQueued, queueMail } from '#app/platform/mail/outbox.server.ts';

const graceMs = graceDays * dayMs;
/** How long after the end of a period a renewal may take that simply goes its way. */
const renewalMs = dayMs / 2;

/**
 * Whether payments made now earn somebody nothing, as their own membership is not paid for. While a renewal is missing a membership
 * stays open for longer than it earns.
 */
export const hasLapsed = ({
  hasMembership,
  pastDueSince,
}: Pick<Viewer, 'hasMembership' | 'pastDueSince'>): boolean =>
  !hasMembership || (pastDueSince !== null && now().getTime() - pastDueSince.getTime() >= graceMs);

interface Lapsing {
  id: string;
  email: string;
  name: string;
  /** When they stop earning: the end of what was paid for with the days of grace, of a grant, or when the money went back. */
  stopsAt: Date;
  /** It ends with that period, or its renewal has failed. */
  isEnding: boolean;
}

/** When the money of a payment `p` went that was given back, kept by the bank, or is in dispute. */
const goneAtSql = Prisma.sql`(SELECT max(gone.at) FROM (
    SELECT r.created_at AS at FROM payment_refunds r WHERE r.payment_id = p.id AND r.status IN ('pending', 'succeeded')
    UNION ALL
    SELECT coalesce(d.opened_at, d.closed_at) FROM payment_disputes d
    WHERE d.payment_id = p.id AND d.took_money AND d.outcome IS DISTINCT FROM 'won') gone)`;

/** Sellers whose own membership ends about now: paid periods, free ones and grants, the last to end counts. */
async function listLapsing(from: Date, until: Date): Promise<Lapsing[]> {
  const keys = Prisma.join(keysGiving('membership'));
  const grace = Prisma.sql`make_interval(days => ${graceDays}::int)`;
  return prisma().$queryRaw<Lapsing[]>`
    WITH stops AS (
      SELECT s.user_id, CASE WHEN p.status IN ('refunded', 'charged_back', 'disputed')
          THEN least(coalesce(p.period_end, p.paid_at + ${intervalLengthSql(Prisma.sql`s.interval`)}) + ${grace}, ${goneAtSql})
          ELSE coalesce(p.period_end, p.paid_at + ${intervalLengthSql(Prisma.sql`s.interval`)}) + ${grace} END AS at
        FROM payments p JOIN subscriptions s ON s.id = p.subscription_id
        WHERE p.product IN (${keys}) AND s.held_reason IS NULL AND s.undone_at IS NULL
          AND p.paid_at > ${from}::timestamptz - interval '400 days'
      UNION ALL
      SELECT s.user_id, f.ends_at + ${grace} FROM free_periods f JOIN subscriptions s ON s.id = f.subscription_id
        WHERE s.product IN (${keys}) AND s.held_reason IS NULL AND s.undone_at IS NULL
      UNION ALL
      SELECT g.user_id, coalesce(least(g.ends_at, g.revoked_at), 'infinity') FROM entitlement_grants g
        WHERE g.entitlement = 'membership'),
    ends AS (SELECT user_id, max(at) AS at FROM stops GROUP BY user_id)
    SELECT u.id, u.email, u.name, e.at AS "stopsAt",
      NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.user_id = u.id AND s.product IN (${keys})
        AND s.status IN ('active', 'trialing') AND NOT s.cancel_at_period_end) AS "isEnding"
    FROM ends e JOIN users u ON u.id = e.user_id
    WHERE e.at > ${from} AND e.at <= ${until} AND u.role <> 'member' AND u.status = 'active'`;
}

/**
 * Tells affiliates and resellers by mail that their own membership is about to run out, three days before they stop earning, and when
 * it has; once for each end. What is given back or taken by a bank ends at once. The worker calls it. Safe to repeat.
 */
export async function announceLapses(): Promise<void> {
  const at = now().getTime();
  const noticeMs = lapseNoticeDays * dayMs;
  for (const lapsing of await listLapsing(new Date(at - noticeMs), new Date(at + noticeMs))) {
    const { id, stopsAt: endsAt, isEnding } = lapsing;
    const hasEnded = endsAt.getTime() <= at;
    const paidUntil = endsAt.getTime() - graceMs;
    // Who simply renews is not to be told each month: the money is on its way.
    const isLate = isEnding || at - paidUntil > renewalMs;
    if (!hasEnded && !isLate) continue;
    const key = `${hasEnded ? 'lapsed' : 'lapsing'}:${id}:${paidUntil}`;
    await transaction(async (tx) => {
      if (await isMailQueued(tx, key)) return;
      const renewUrl = `${config().appUrl}/profile/billing`;
      const { email, name } = lapsing;
      if (hasEnded)
        await queueMail(tx, email, 'own-membership-lapsed', { name, endedAt: endsAt, renewUrl }, key);
      else await queueMail(tx, email, 'own-membership-ending', { name, endsAt, renewUrl }, key);
    });
  }
}
