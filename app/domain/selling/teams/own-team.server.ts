import { entitledSql } from '#app/domain/core/access/entitled-sql.server.ts';
import { liveStatuses } from '#app/domain/core/access/live-statuses.ts';
import { keysGiving, productOf } from '#app/domain/core/catalogue/products.ts';
import {
  findSubscription,
  type OwnSubscription,
} from '#app/domain/selling/billing/billing-overview.server.ts';
import { type MembershipState, stateOf } from '#app/domain/selling/billing/membership-state.ts';
import { freeSeats } from '#app/domain/selling/teams/seat-rules.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** How many seats a team has, and how many of them are taken or kept for somebody who is invited. */
interface SeatCounts {
  quantity: number;
  takenCount: number;
  freeCount: number;
}

/** A team as its owner sees it. */
export interface OwnTeam extends SeatCounts {
  subscription: OwnSubscription;
  state: MembershipState;
  /** Its seats give something now. */
  isOpen: boolean;
  /** How few and how many seats it can have. */
  limits: { min: number; max: number };
  hasOwnSeat: boolean;
}

/** The seats of a team `t` that are not free, inside a larger query. */
const takenSql = () => Prisma.sql`(SELECT count(*)::int FROM team_seats k WHERE k.team_id = t.id
  AND (k.user_id IS NOT NULL OR k.expires_at > ${now()}))`;

/** What the seats of a team say of it. */
export interface TeamCounts {
  isOpen: boolean;
  takenCount: number;
  hasOwnSeat: boolean;
}

/** The row of `TeamCounts` of an owner, as a query: one row for everybody, also for who has no team. */
export const countsSql = (ownerId: string): Prisma.Sql => Prisma.sql`
  SELECT ${entitledSql(Prisma.sql`u.id`, 'team')} AS "isOpen", ${takenSql()} AS "takenCount",
    EXISTS (SELECT 1 FROM team_seats s WHERE s.team_id = t.id AND s.user_id = u.id) AS "hasOwnSeat"
  FROM users u LEFT JOIN teams t ON t.owner_id = u.id WHERE u.id = ${ownerId}::uuid`;

/** The team that somebody owns, or owned; null for who never had one. Two queries. */
export async function findOwnTeam(ownerId: string): Promise<OwnTeam | null> {
  const at = now();
  const [subscription, [row]] = await Promise.all([
    findSubscription(ownerId, at, 'team'),
    prisma().$queryRaw<TeamCounts[]>(countsSql(ownerId)),
  ]);
  return subscription && row ? teamOf(subscription, row, at) : null;
}

/** A team as its subscription and its seats tell it; null for one that was begun and not paid. */
export function teamOf(
  subscription: OwnSubscription,
  { isOpen, takenCount, hasOwnSeat }: TeamCounts,
  at: Date,
): OwnTeam | null {
  if (subscription.status === 'incomplete') return null;
  const { quantity } = subscription;
  return {
    isOpen,
    takenCount,
    hasOwnSeat,
    subscription,
    state: stateOf(subscription, at),
    quantity,
    freeCount: freeSeats(quantity, takenCount),
    limits: productOf(subscription.product)?.seats ?? { min: 1, max: quantity },
  };
}

/** A team that is locked: what changes who has its seats waits for `tx` to end. */
export interface LockedTeam extends SeatCounts {
  id: string;
  ownerId: string;
  isOpen: boolean;
  joinedCount: number;
}

/**
 * Locks the team of an owner until `tx` ends, and makes its row where there is none yet. Invitations that have run out keep no seat any more.
 */
export async function lockTeamOf(tx: Transaction, ownerId: string): Promise<LockedTeam> {
  await tx.db.team.createMany({ data: [{ ownerId, createdAt: now() }], skipDuplicates: true });
  const { id } = await tx.db.team.findUniqueOrThrow({ where: { ownerId }, select: { id: true } });
  return lockTeam(tx, id);
}

/** Locks a team until `tx` ends; see `lockTeamOf`. */
export async function lockTeam(tx: Transaction, id: string): Promise<LockedTeam> {
  await tx.db.$queryRaw`SELECT id FROM teams WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  // A statement of its own: one that waited for the lock would still see the seats as they were before.
  const [row] = await tx.db.$queryRaw<
    { ownerId: string; quantity: number; takenCount: number; joinedCount: number; isOpen: boolean }[]
  >`
    SELECT t.owner_id AS "ownerId", ${takenSql()} AS "takenCount", ${entitledSql(Prisma.sql`t.owner_id`, 'team')} AS "isOpen",
      (SELECT count(*)::int FROM team_seats j WHERE j.team_id = t.id AND j.user_id IS NOT NULL) AS "joinedCount",
      coalesce((SELECT max(m.quantity) FROM subscriptions m WHERE m.user_id = t.owner_id
        AND m.status::text IN (${Prisma.join([...liveStatuses])}) AND m.product IN (${Prisma.join(['', ...keysGiving('team')])})), 0) AS quantity
    FROM teams t WHERE t.id = ${id}::uuid`;
  if (!row) throw new Error('There is no such team.');
  return { id, ...row, freeCount: freeSeats(row.quantity, row.takenCount) };
}
