import { isId } from '#app/domain/core/audit/target.server.ts';
import { type ListPage, type Place, pageOf } from '#app/domain/core/values/cursor.ts';
import { pageSql } from '#app/domain/core/values/cursor-sql.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { type MovedState, Prisma } from '#app/platform/database/generated/client.ts';

/** A move with how many of its subscriptions are how far. Money is integer cents. */
export interface ReportedMove {
  id: string;
  priceKey: string;
  version: number;
  amountCents: number;
  currency: string;
  interval: string;
  takesEffectAt: Date;
  createdAt: Date;
  stoppedAt: Date | null;
  finishedAt: Date | null;
  counts: Record<MovedState, number>;
}

const countOf = (state: MovedState) => Prisma.sql`count(*) FILTER (WHERE s.state::text = ${state})::int`;

const movesSql = Prisma.sql`
  SELECT m.id, m.price_key AS "priceKey", m.version, m.amount_cents AS "amountCents", m.currency, m.interval,
    m.takes_effect_at AS "takesEffectAt", m.created_at AS "createdAt", m.stopped_at AS "stoppedAt",
    m.finished_at AS "finishedAt", counted.counts
  FROM price_moves m CROSS JOIN LATERAL (
    SELECT json_build_object('waiting', ${countOf('waiting')}, 'notified', ${countOf('notified')}, 'moved', ${countOf('moved')},
      'left_out', ${countOf('left_out')}, 'failed', ${countOf('failed')}) AS counts
    FROM moved_subscriptions s WHERE s.move_id = m.id) counted`;

/** The latest moves of a product's subscribers, the newest first. One query. */
export const listMoves = (productKey: string): Promise<ReportedMove[]> =>
  prisma().$queryRaw<ReportedMove[]>`
    ${movesSql} WHERE m.product_key = ${productKey} ORDER BY m.created_at DESC, m.id DESC LIMIT 20`;

/** A move of a product's subscribers; null for none. One query. */
export async function findMove(productKey: string, id: string): Promise<ReportedMove | null> {
  if (!isId(id)) return null;
  const [move] = await prisma().$queryRaw<ReportedMove[]>`
    ${movesSql} WHERE m.id = ${id}::uuid AND m.product_key = ${productKey}`;
  return move ?? null;
}

/** A subscription of a move as its report shows it. */
interface ReportedSubscription {
  id: string;
  userId: string;
  name: string;
  fromCents: number;
  state: MovedState;
  problem: string | null;
  createdAt: Date;
  notifiedAt: Date | null;
  settledAt: Date | null;
  renewsAt: Date | null;
}

const perPage = 25;

/** A page of the subscriptions of a move. One query. */
export async function listMoved(
  moveId: string,
  place: Place | null,
): Promise<ListPage<ReportedSubscription>> {
  const { past, order } = pageSql(Prisma.sql`r.created_at`, Prisma.sql`r.id`, place);
  const rows = await prisma().$queryRaw<ReportedSubscription[]>`
    SELECT r.id, r.user_id AS "userId", u.name, r.from_cents AS "fromCents", r.state::text AS state, r.problem,
      r.created_at AS "createdAt", r.notified_at AS "notifiedAt", r.settled_at AS "settledAt",
      s.current_period_end AS "renewsAt"
    FROM moved_subscriptions r JOIN users u ON u.id = r.user_id JOIN subscriptions s ON s.id = r.subscription_id
    WHERE r.move_id = ${moveId}::uuid ${past} ORDER BY ${order} LIMIT ${perPage + 1}`;
  return pageOf(rows, perPage, ({ createdAt: at, id }) => ({ at, id }), place);
}
