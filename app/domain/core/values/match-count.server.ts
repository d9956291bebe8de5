import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** How many rows of a list meet its filter. */
interface MatchCount {
  count: number;
  /** Whether there are more than were counted. */
  isMore: boolean;
}

/** A list is counted, and added up, to this many: a million takes longer than showing them. */
export const mostCounted = 10_000;

/** Counts rows within another query, `rows` being what follows SELECT: `FROM tickets t WHERE ...`. To be read by `matchCount`. */
export const matchCountSql = (rows: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT count(*)::int FROM (SELECT ${rows} LIMIT ${mostCounted + 1}) matching)`;

/** What `matchCountSql` has counted. */
export const matchCount = (count = 0): MatchCount => ({
  count: Math.min(count, mostCounted),
  isMore: count > mostCounted,
});

/** How many rows there are, up to 10,000; `rows` as for `matchCountSql`. One query. */
export async function countMatches(rows: Prisma.Sql): Promise<MatchCount> {
  const [row] = await prisma().$queryRaw<{ count: number }[]>`SELECT ${matchCountSql(rows)} AS count`;
  return matchCount(row?.count);
}
