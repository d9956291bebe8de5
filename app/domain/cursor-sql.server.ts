import { isReadBack, type Place } from '#app/domain/cursor.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** The parts of a statement that read one page of a list (`pageOf` makes it of the rows). */
export interface PageSql {
  /** Begins with AND; empty for the first page and the last. */
  past: Prisma.Sql;
  /** Of ORDER BY: a page that is asked for back is read from its end. */
  order: Prisma.Sql;
}

/** How a page is read of a list that is sorted by a time and an id, both named as the statement has them. */
export function pageSql(
  at: Prisma.Sql,
  id: Prisma.Sql,
  place: Place | null,
  first: 'newest' | 'oldest' = 'newest',
): PageSql {
  const isRising = (first === 'oldest') !== isReadBack(place);
  const [way, past] = isRising ? [Prisma.sql`ASC`, Prisma.sql`>`] : [Prisma.sql`DESC`, Prisma.sql`<`];
  return {
    past:
      place === null || place === 'last'
        ? Prisma.empty
        : Prisma.sql`AND (${at}, ${id}) ${past} (${place.at}, ${place.id}::uuid)`,
    order: Prisma.sql`${at} ${way}, ${id} ${way}`,
  };
}
