import type { Product } from '#app/domain/core/catalogue/product.ts';
import { type ListPage, type Place, pageOf } from '#app/domain/core/values/cursor.ts';
import { pageSql } from '#app/domain/core/values/cursor-sql.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { canOf, providerNames } from '#app/platform/payments/port.ts';

const movable = providerNames.filter((name) => canOf(name).schedulesPrices);

/** Of subscriptions `s`: those that live on a price, whatever version of it, and not on what it costs today. */
const onPriceSql = ({ key, amountCents, currency, interval }: Product) => Prisma.sql`
  s.product = ${key} AND s.status IN ('active', 'trialing', 'past_due', 'paused') AND s.held_reason IS NULL
  AND s.undone_at IS NULL AND s.interval = ${interval} AND s.currency = ${currency} AND s.amount <> ${amountCents}`;

/** What is suspended goes on when its account is activated: it is moved then. */
const isEndingSql = Prisma.sql`((s.cancel_at_period_end AND s.suspended_at IS NULL) OR s.requested_change IS NOT DISTINCT FROM 'cancel')`;
const isElsewhereSql = Prisma.sql`s.provider::text NOT IN (${Prisma.join(movable)})`;
const isBusySql = Prisma.sql`(s.next_price IS NOT NULL OR s.quantity <> 1 OR EXISTS (
  SELECT 1 FROM moved_subscriptions o WHERE o.subscription_id = s.id AND o.state IN ('waiting', 'notified')))`;

/** The condition of those who are moved when a move to what a price costs today begins. */
export const movedSql = (price: Product) => Prisma.sql`
  ${onPriceSql(price)} AND NOT ${isEndingSql} AND NOT ${isElsewhereSql} AND NOT ${isBusySql}`;

/** Who pays another version of a price. */
interface MoveAudience {
  moved: number;
  /** The sum of what those pay today, in integer cents. */
  fromCents: number;
  /** Not moved, and why. */
  ending: number;
  elsewhere: number;
  busy: number;
}

/** How many would be moved to what a price costs today, and how many would not. One query. */
export async function countAudience(price: Product): Promise<MoveAudience> {
  const [counts] = await prisma().$queryRaw<[MoveAudience]>`
    SELECT count(*) FILTER (WHERE NOT ending AND NOT elsewhere AND NOT busy)::int AS moved,
      coalesce(sum(amount) FILTER (WHERE NOT ending AND NOT elsewhere AND NOT busy), 0)::float8 AS "fromCents",
      count(*) FILTER (WHERE ending)::int AS ending,
      count(*) FILTER (WHERE elsewhere AND NOT ending)::int AS elsewhere,
      count(*) FILTER (WHERE busy AND NOT elsewhere AND NOT ending)::int AS busy
    FROM (SELECT s.amount, ${isEndingSql} AS ending, ${isElsewhereSql} AS elsewhere, ${isBusySql} AS busy
      FROM subscriptions s WHERE ${onPriceSql(price)}) one`;
  return counts;
}

/** A subscriber who would be moved. */
interface ListedSubscriber {
  id: string;
  userId: string;
  name: string;
  amountCents: number;
  createdAt: Date;
  renewsAt: Date | null;
}

const perPage = 25;

/** A page of those who would be moved, the newest first. One query. */
export async function listAudience(price: Product, place: Place | null): Promise<ListPage<ListedSubscriber>> {
  const { past, order } = pageSql(Prisma.sql`s.created_at`, Prisma.sql`s.id`, place);
  const rows = await prisma().$queryRaw<ListedSubscriber[]>`
    SELECT s.id, s.user_id AS "userId", u.name, s.amount AS "amountCents", s.created_at AS "createdAt",
      s.current_period_end AS "renewsAt"
    FROM subscriptions s JOIN users u ON u.id = s.user_id
    WHERE ${movedSql(price)} ${past} ORDER BY ${order} LIMIT ${perPage + 1}`;
  return pageOf(rows, perPage, ({ createdAt: at, id }) => ({ at, id }), place);
}
