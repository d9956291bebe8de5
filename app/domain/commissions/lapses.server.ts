import { graceDays } from '#app/domain/access/grace.ts';
import { keysGiving } from '#app/domain/catalogue/products.ts';
import { lapseNoticeDays } from '#app/domain/commissions/programme.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { isMailQueued, queueMail } from '#app/platform/mail/outbox.server.ts';

const dayMs = 24 * 3600 * 1000;
/** How long after the end of a period a renewal may take that simply goes its way. */
const renewalMs = dayMs / 2;

interface Lapsing {
  id: string;
  email: string;
  name: string;
  /** Until when their own membership was paid for, or free. */
  paidUntil: Date;
  /** It ends with that period, or its renewal has failed. */
  isEnding: boolean;
}

/** Sellers whose own membership runs out about now: paid periods and free ones, and no grant that goes on. */
async function listLapsing(from: Date, until: Date): Promise<Lapsing[]> {
  const keys = Prisma.join(keysGiving('membership'));
  return prisma().$queryRaw<Lapsing[]>`
    WITH ends AS (
      SELECT s.user_id, max(p.period_end) AS paid_until FROM (
        SELECT p.subscription_id, coalesce(p.period_end, p.paid_at + interval '31 days') AS period_end
          FROM payments p WHERE p.subscription_id IS NOT NULL AND p.product IN (${keys})
            AND p.paid_at > ${from}::timestamptz - interval '400 days'
        UNION ALL SELECT f.subscription_id, f.ends_at FROM free_periods f
      ) p JOIN subscriptions s ON s.id = p.subscription_id
      WHERE s.product IN (${keys}) AND s.held_reason IS NULL AND s.undone_at IS NULL
      GROUP BY s.user_id)
    SELECT u.id, u.email, u.name, e.paid_until AS "paidUntil",
      NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.user_id = u.id AND s.product IN (${keys})
        AND s.status IN ('active', 'trialing') AND NOT s.cancel_at_period_end) AS "isEnding"
    FROM ends e JOIN users u ON u.id = e.user_id
    WHERE e.paid_until > ${from} AND e.paid_until <= ${until} AND u.role <> 'member' AND u.status = 'active'
      AND NOT EXISTS (SELECT 1 FROM entitlement_grants g WHERE g.user_id = u.id AND g.entitlement = 'membership'
        AND g.revoked_at IS NULL AND (g.ends_at IS NULL OR g.ends_at > e.paid_until + ${`${graceDays} days`}::interval))`;
}

/**
 * Tells affiliates and resellers by mail that their own membership is about to run out, three days before they stop earning, and when
 * it has; once for each end. The worker calls it. Safe to repeat.
 */
export async function announceLapses(): Promise<void> {
  const at = now().getTime();
  const from = new Date(at - (graceDays + lapseNoticeDays) * dayMs);
  for (const lapsing of await listLapsing(from, new Date(at))) {
    const { id, paidUntil, isEnding } = lapsing;
    const endsAt = new Date(paidUntil.getTime() + graceDays * dayMs);
    const hasEnded = endsAt.getTime() <= at;
    // Who simply renews is not to be told each month: the money is on its way.
    const isLate = isEnding || at - paidUntil.getTime() > renewalMs;
    const isDue = endsAt.getTime() - at <= lapseNoticeDays * dayMs;
    if (!hasEnded && !(isDue && isLate)) continue;
    const key = `${hasEnded ? 'lapsed' : 'lapsing'}:${id}:${paidUntil.getTime()}`;
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
