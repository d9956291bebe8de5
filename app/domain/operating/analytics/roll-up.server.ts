import { partsSql } from '#app/domain/operating/analytics/parts.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** People whose figures are reckoned in one transaction. */
const atOnce = 1_000;
/** Of everybody: minutes, with millions of payments. */
const rebuildMs = 30 * 60_000;

type Db = Transaction['db'];

/** Two at once would add the same twice. */
const lock = (db: Db) => db.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('figure_days'))`;

/** Adds the parts that `moved` holds to the sums, or takes them out. */
const addUp = (sign: 1 | -1) => Prisma.sql`
  by_day AS (
    INSERT INTO figure_days AS d (day, currency, kind, cohort, people, cents)
    SELECT day, currency, kind, cohort, ${sign}::int * sum(people), ${sign}::int * sum(cents) FROM moved GROUP BY 1, 2, 3, 4
    ON CONFLICT (day, currency, kind, cohort)
    DO UPDATE SET people = d.people + excluded.people, cents = d.cents + excluded.cents),
  of_all AS (
    INSERT INTO figure_totals AS d (day, currency, kind, people, cents)
    SELECT day, currency, kind, ${sign}::int * sum(people), ${sign}::int * sum(cents) FROM moved GROUP BY 1, 2, 3
    ON CONFLICT (currency, kind, day)
    DO UPDATE SET people = d.people + excluded.people, cents = d.cents + excluded.cents)
  INSERT INTO referrer_days AS d (day, referrer_id, registered, members)
  SELECT day, referrer_id, ${sign}::int * count(*) FILTER (WHERE kind = 'registered'), ${sign}::int * count(*) FILTER (WHERE kind = 'member')
  FROM moved WHERE referrer_id IS NOT NULL GROUP BY 1, 2
  ON CONFLICT (day, referrer_id)
  DO UPDATE SET registered = d.registered + excluded.registered, members = d.members + excluded.members`;

const columns = Prisma.sql`(user_id, day, currency, kind, cohort, people, cents, referrer_id)`;

/** Takes people's parts out of the sums, and adds what they are now. */
async function reckon(db: Db, userIds: readonly string[]): Promise<void> {
  await db.$executeRaw`
    WITH moved AS (DELETE FROM figure_parts WHERE user_id = ANY (${userIds}::uuid[]) RETURNING *), ${addUp(-1)}`;
  await db.$executeRaw`
    WITH moved AS (INSERT INTO figure_parts ${columns}
      ${partsSql((column) => Prisma.sql`${column} = ANY (${userIds}::uuid[])`)} RETURNING *), ${addUp(1)}`;
  await db.$executeRaw`DELETE FROM figure_days WHERE people = 0 AND cents = 0`;
  await db.$executeRaw`DELETE FROM figure_totals WHERE people = 0 AND cents = 0`;
}

/**
 * Reckons again the figures of those about whom something has changed since, on whatever days that touches. The worker calls it every
 * minute. Safe to repeat, and to be cut off.
 */
export async function rollUpFigures(): Promise<void> {
  for (;;) {
    const count = await transaction(async ({ db }) => {
      await lock(db);
      // Rows of transactions that have not ended are not seen, and stay; what came with the others is seen below.
      const stale = await db.$queryRaw<{ userId: string }[]>`
        DELETE FROM figures_stale WHERE id IN (SELECT id FROM figures_stale ORDER BY id LIMIT ${atOnce})
        RETURNING user_id AS "userId"`;
      if (stale.length > 0) await reckon(db, [...new Set(stale.map(({ userId }) => userId))]);
      return stale.length;
    }, 120_000);
    if (count < atOnce) return;
  }
}

/** Throws all figures away and makes them again from what they are reckoned from. */
export async function rebuildFigures(): Promise<void> {
  await transaction(async ({ db }) => {
    await lock(db);
    await db.$executeRaw`DELETE FROM figures_stale`;
    for (const table of ['figure_days', 'figure_totals', 'referrer_days', 'figure_parts'])
      await db.$executeRaw`DELETE FROM ${Prisma.raw(table)}`;
    await db.$executeRaw`
      WITH moved AS (INSERT INTO figure_parts ${columns} ${partsSql(() => Prisma.sql`true`)} RETURNING *), ${addUp(1)}`;
  }, rebuildMs);
  // Until the planner knows what it holds, a page of figures reads all of a table that was empty before.
  await prisma().$executeRaw`ANALYZE figure_parts, figure_days, figure_totals, referrer_days`;
}
