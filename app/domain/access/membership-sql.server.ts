import { liveStatuses } from '#app/domain/access/live-statuses.ts';
import { membership } from '#app/domain/catalogue/products.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

const live = Prisma.raw(liveStatuses.map((status) => `'${status}'`).join(', '));

/** The condition, inside a larger query, that the user of this id has a membership now: paid for, and neither in dispute, given back nor held. */
export const hasMembershipSql = (userId: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT 1 FROM subscriptions m WHERE m.user_id = ${userId} AND m.product = ${membership.key}
    AND m.status IN (${live}) AND NOT m.is_disputed
    AND NOT m.is_refunded AND m.held_reason IS NULL)`;
