import { graceDays, pastDueDays } from '#app/domain/core/access/grace.ts';
import { intervalLengthSql } from '#app/domain/core/access/interval-sql.server.ts';
import { liveStatuses } from '#app/domain/core/access/live-statuses.ts';
import type { Role } from '#app/domain/core/access/viewer.ts';
import type { Entitlement } from '#app/domain/core/catalogue/product.ts';
import { productsGiving } from '#app/domain/core/catalogue/products.ts';
import { now } from '#app/platform/clock.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

const live = Prisma.raw(liveStatuses.map((status) => `'${status}'`).join(', '));
const none = Prisma.sql`false`;

/**
 * The condition, inside a larger query, that the user of this id has something now: by a subscription, by a purchase that is paid
 * and not given back, by an operator's grant, by the role an admin set, by a seat in a team, or by the trial. Whatever asks what somebody
 * has asks this.
 */
export const entitledSql = (userId: Prisma.Sql, entitlement: Entitlement): Prisma.Sql => {
  if (entitlement === 'reseller_trial') return onTrialSql(userId);
  const products = productsGiving(entitlement);
  const keysOf = (isRecurring: boolean) =>
    products.filter(({ interval }) => (interval !== null) === isRecurring).map(({ key }) => key);
  const conditions = [
    subscribedSql(userId, keysOf(true)),
    paidOffSql(
      userId,
      products.flatMap(({ key, installments }) => (installments === null ? [] : [key])),
    ),
    purchasedSql(userId, keysOf(false)),
    grantedSql(userId, entitlement),
    assignedSql(userId, rolesThatHave[entitlement] ?? []),
    ...(entitlement === 'membership' ? [seatedSql(userId)] : []),
  ].filter((condition) => condition !== none);
  return Prisma.sql`(${Prisma.join(conditions, ' OR ')})`;
};

/** Roles that have something by being set to them. */
const rolesThatHave: Partial<Record<Entitlement, readonly Role[]>> = {
  reseller: ['reseller', 'pro_reseller'],
  reseller_pro: ['pro_reseller'],
};

/** The condition that the user of this id has a membership now; see `entitledSql`. */
export const hasMembershipSql = (userId: Prisma.Sql): Prisma.Sql => entitledSql(userId, 'membership');

/** The tables that `hasMembershipSql` reads, the users' aside: what nobody sells is not looked for. */
export const membershipTables = (): string[] => [
  ...['subscriptions', 'entitlement_grants'],
  ...(productsGiving('membership').some(({ interval }) => interval === null) ? ['purchases'] : []),
  ...(productsGiving('team').length > 0 ? ['teams', 'team_seats'] : []),
];

/**
 * The condition that the user of this id has a membership that gives nothing for now and has not ended: it is paused, or the payment of its
 * current period is in dispute.
 */
export function hasMembershipOnHoldSql(userId: Prisma.Sql): Prisma.Sql {
  const keys = subscribedKeysGiving('membership');
  if (keys.length === 0) return none;
  return Prisma.sql`EXISTS (SELECT 1 FROM subscriptions o WHERE o.user_id = ${userId} AND o.product IN (${Prisma.join(keys)})
    AND NOT o.is_refunded AND o.held_reason IS NULL AND ((o.status IN (${live}) AND o.is_disputed)
      OR (o.status IN (${live}, 'paused') AND o.paused_from <= ${now()}
        AND o.paused_until > ${now()}::timestamptz - make_interval(days => ${graceDays}::int))))`;
}

const subscribedKeysGiving = (entitlement: Entitlement): string[] =>
  productsGiving(entitlement).flatMap(({ key, interval }) => (interval === null ? [] : [key]));

/** The condition that the user of this id has a membership now by something else than a gift. */
export const hasMembershipBesideGiftsSql = (userId: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(${hasOwnMembershipSql(userId)} OR ${seatedSql(userId)})`;

/** The condition that the user of this id has a membership now by something else than a gift or a seat in a team. */
export function hasOwnMembershipSql(userId: Prisma.Sql): Prisma.Sql {
  const products = productsGiving('membership');
  const subscribed = products.filter(({ interval }) => interval !== null).map(({ key }) => key);
  const bought = products.filter(({ interval }) => interval === null).map(({ key }) => key);
  return Prisma.sql`(${subscribedSql(userId, subscribed)} OR ${purchasedSql(userId, bought)}
    OR EXISTS (SELECT 1 FROM entitlement_grants g WHERE g.user_id = ${userId} AND g.entitlement = 'membership' AND g.revoked_at IS NULL
      AND (g.ends_at IS NULL OR g.ends_at > ${now()}) AND NOT EXISTS (SELECT 1 FROM gifts i WHERE i.grant_id = g.id)))`;
}

/**
 * Paid for, neither in dispute, given back, held nor paused, and its paid period not over for longer than the days of grace. Where a provider
 * names no end, one interval (a month, a year) from its last news. While a payment is missing, for as many days from when it failed as it is waited for.
 */
const subscribedSql = (userId: Prisma.Sql, keys: readonly string[], also = Prisma.empty): Prisma.Sql =>
  keys.length === 0
    ? none
    : Prisma.sql`EXISTS (SELECT 1 FROM subscriptions m WHERE m.user_id = ${userId} AND m.product IN (${Prisma.join([...keys])}) ${also}
    AND m.status IN (${live}) AND NOT m.is_disputed
    AND NOT m.is_refunded AND m.held_reason IS NULL AND (m.paused_from IS NULL OR m.paused_from > ${now()}::timestamptz)
    AND CASE WHEN m.past_due_since IS NOT NULL
      THEN m.past_due_since > ${now()}::timestamptz - make_interval(days => ${pastDueDays}::int)
      ELSE coalesce(m.current_period_end, coalesce(m.last_event_at, m.created_at) + ${intervalLengthSql(Prisma.sql`m.interval`)})
        > ${now()}::timestamptz - make_interval(days => ${graceDays}::int) END)`;

/**
 * The condition that a seat, a row `s` of `team_seats`, gives its membership now: its team `t` is paid for by its owner's subscription, and
 * it is among as many seats as that pays for. Where it pays for fewer than are taken, who joined first keeps theirs.
 */
export const seatGivesSql = (): Prisma.Sql =>
  subscribedSql(
    Prisma.sql`t.owner_id`,
    productsGiving('team').map(({ key }) => key),
    Prisma.sql`AND m.quantity > (SELECT count(*) FROM team_seats o WHERE o.team_id = s.team_id AND (o.joined_at, o.id) < (s.joined_at, s.id))`,
  );

/** The condition that the user of this id has a membership by a seat in a team. Where no team was ever sold nothing is asked. */
export const seatedSql = (userId: Prisma.Sql): Prisma.Sql =>
  productsGiving('team').length === 0
    ? none
    : Prisma.sql`EXISTS (SELECT 1 FROM team_seats s JOIN teams t ON t.id = s.team_id WHERE s.user_id = ${userId} AND ${seatGivesSql()})`;

const purchasedSql = (userId: Prisma.Sql, keys: readonly string[]): Prisma.Sql =>
  keys.length === 0
    ? none
    : Prisma.sql`EXISTS (SELECT 1 FROM purchases p WHERE p.user_id = ${userId} AND p.product IN (${Prisma.join([...keys])})
    AND p.status = 'paid')`;

/** All installments of it are paid: it is had for good, though nothing is subscribed to any more. */
const paidOffSql = (userId: Prisma.Sql, keys: readonly string[]): Prisma.Sql =>
  keys.length === 0
    ? none
    : Prisma.sql`EXISTS (SELECT 1 FROM subscriptions f WHERE f.user_id = ${userId} AND f.product IN (${Prisma.join([...keys])})
    AND f.paid_off_at IS NOT NULL AND f.held_reason IS NULL)`;

const grantedSql = (userId: Prisma.Sql, entitlement: Entitlement): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT 1 FROM entitlement_grants g WHERE g.user_id = ${userId}
    AND g.entitlement = ${entitlement} AND g.revoked_at IS NULL AND (g.ends_at IS NULL OR g.ends_at > ${now()}))`;

const assignedSql = (userId: Prisma.Sql, roles: readonly Role[]): Prisma.Sql =>
  roles.length === 0
    ? none
    : Prisma.sql`EXISTS (SELECT 1 FROM users a WHERE a.id = ${userId}
    AND a.assigned_role::text IN (${Prisma.join([...roles])}))`;

const onTrialSql = (userId: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT 1 FROM users t WHERE t.id = ${userId} AND t.trial_ends_at > ${now()})`;
