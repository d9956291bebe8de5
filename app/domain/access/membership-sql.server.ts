import { graceDays } from '#app/domain/access/grace.ts';
import { liveStatuses } from '#app/domain/access/live-statuses.ts';
import { membership } from '#app/domain/catalogue/products.ts';
import { now } from '#app/platform/clock.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

const live = Prisma.raw(liveStatuses.map((status) => `'${status}'`).join(', '));

/**
 * The condition, inside a larger query, that the user of this id has a membership now: paid for, neither in dispute, given back nor
 * held, and its paid period not over for longer than the days of grace. Where a provider names no end, a month from its last news.
 */
export const hasMembershipSql = (userId: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT 1 FROM subscriptions m WHERE m.user_id = ${userId} AND m.product = ${membership.key}
    AND m.status IN (${live}) AND NOT m.is_disputed
    AND NOT m.is_refunded AND m.held_reason IS NULL
    AND coalesce(m.current_period_end, coalesce(m.last_event_at, m.created_at) + interval '31 days')
        > ${now()}::timestamptz - make_interval(days => ${graceDays}::int))`;
