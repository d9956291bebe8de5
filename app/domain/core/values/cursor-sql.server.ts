import { isReadBack, type Place } from '#app/domain/core/values/cursor.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** The parts of a statement that read one page of a list (`pageOf` makes it of the rows). */
interface PageSql {
  /** Begins with AND; empty for the first page and the last. */
  past: Prisma.Sql;
  /** Of ORDER BY: a page that is asked for back is read from its end. */
  order: Prisma.Sql;
}

/** Which way a page is read of a list: as ORDER BY has it, and how its rows compare with the one that it begins beside. */
export function waySql(
  place: Parameters<typeof isReadBack>[0],
  first: 'newest' | 'oldest' = 'newest',
): { way: Prisma.Sql; past: Prisma.Sql } {
  const isRising = (first === 'oldest') !== isReadBack(place);
  return isRising
    ? { way: Prisma.sql`ASC`, past: Prisma.sql`>` }
    : { way: Prisma.sql`DESC`, past: Prisma.sql`<` };
}

/** How a page is read of a list that is sorted by a time and an id, both named as the statement has them. */
export function pageSql(
  at: Prisma.Sql,
  id: Prisma.Sql,
  place: Place | null,
  first: 'newest' | 'oldest' = 'newest',
): PageSql {
  const { way, past } = waySql(place, first);
  return {
    past:
      place === null || place === 'last'
        ? Prisma.empty
        : Prisma.sql`AND (${at}, ${id}) ${past} (${place.at}, ${place.id}::uuid)`,
    order: Prisma.sql`${at} ${way}, ${id} ${way}`,
  };
}
