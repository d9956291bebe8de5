import {
  type AffiliateFigures,
  type AffiliateOrder,
  affiliateOrders,
  findAffiliateFigures,
  orderSql,
  summedSql,
} from '#app/domain/operating/analytics/affiliates.server.ts';
import { keptMs, manyAffiliates, reckonMs, shownAffiliates } from '#app/domain/operating/analytics/limits.ts';
import { type FigureRange, rangeNames, readRange } from '#app/domain/operating/analytics/range.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/**
 * Reckons anew, for each range that has a name and each order, the affiliates that the page shows, where a range has too many of them
 * to be summed while somebody waits; of others none are kept. The worker calls it every ten minutes. Safe to repeat.
 */
export async function reckonStandings(): Promise<void> {
  await transaction(async ({ db }) => {
    // Two at once would both replace what neither has seen of the other.
    await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('affiliate_standings'))`;
    const reckonedAt = now();
    await db.$executeRaw`DELETE FROM affiliate_standings`;
    for (const name of Object.keys(rangeNames)) {
      const range = readRange(new URLSearchParams({ range: name }), reckonedAt);
      // The sums are asked for more than once, and so made once.
      const standings = affiliateOrders.map(
        (
          order,
        ) => Prisma.sql`(SELECT ${order}::text AS sort, row_number() OVER (ORDER BY ${orderSql(order)}) AS place, *
          FROM summed ORDER BY place LIMIT ${shownAffiliates}::int)`,
      );
      await db.$executeRaw`
        WITH ${summedSql(range)}, standings AS (${Prisma.join(standings, ' UNION ALL ')})
        INSERT INTO affiliate_standings (range_from, range_to, sort, place, affiliate_id, clicks, registered, members, sales,
          returned, earned_cents, reckoned_at)
        SELECT ${range.from}::date, ${range.to}::date, sort, place, id, clicks, registered, members, sales, returned, cents,
          ${reckonedAt}
        FROM standings WHERE (SELECT count(*) FROM summed) > ${manyAffiliates}::int`;
    }
  }, reckonMs);
}

/** The first affiliates of a range in an order, and when that was reckoned; null where it is of this moment. */
interface Standing {
  figures: AffiliateFigures[];
  reckonedAt: Date | null;
}

/** What is kept of exactly this range, unless it is too old; otherwise what is reckoned now. One query, or two. */
export async function findStanding(range: FigureRange, order: AffiliateOrder): Promise<Standing> {
  const kept = await prisma().$queryRaw<(AffiliateFigures & { reckonedAt: Date })[]>`
    SELECT u.id, u.name, u.username, clicks, registered, members, sales, returned, earned_cents::float8 AS "earnedCents",
      reckoned_at AS "reckonedAt"
    FROM affiliate_standings s JOIN users u ON u.id = s.affiliate_id
    WHERE range_from = ${range.from}::date AND range_to = ${range.to}::date AND sort = ${order}
      AND reckoned_at > ${new Date(now().getTime() - keptMs)}
    ORDER BY place`;
  const [first] = kept;
  return first
    ? { figures: kept.map(({ reckonedAt: _, ...one }) => one), reckonedAt: first.reckonedAt }
    : { figures: await findAffiliateFigures(range, order), reckonedAt: null };
}
