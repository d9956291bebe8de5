import { Prisma } from '#app/platform/database/generated/client.ts';

/**
 * The longest that an interval of a subscription ("month", "3 month", "year") lasts, inside a larger query: what a payment is taken to
 * pay for where its provider names no end.
 */
export const intervalLengthSql = (interval: Prisma.Sql): Prisma.Sql => Prisma.sql`make_interval(days =>
  coalesce(substring(${interval} from '^[0-9]{1,3}')::int, 1) * CASE substring(${interval} from '[a-z]+?(?=s?$)')
    WHEN 'year' THEN 366 WHEN 'week' THEN 7 WHEN 'day' THEN 1 ELSE 31 END)`;
