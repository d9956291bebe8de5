import type { ListPage, Place } from '#app/domain/core/values/cursor.ts';
import { findSubscription } from '#app/domain/selling/billing/billing-overview.server.ts';
import { type HeldSeat, heldSeatsSql } from '#app/domain/selling/teams/accepting.server.ts';
import {
  countsSql,
  type OwnTeam,
  type TeamCounts,
  teamOf,
} from '#app/domain/selling/teams/own-team.server.ts';
import {
  type ListedSeat,
  type SeatRow,
  seatListSql,
  seatPage,
} from '#app/domain/selling/teams/seat-list.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';

/** What is on the page of somebody's team, and of the seats that they have in teams of others. */
interface TeamPage {
  /** Null for who never had one. */
  team: OwnTeam | null;
  seats: ListPage<ListedSeat>;
  held: HeldSeat[];
}

/** A row with its times as JSON has them. */
type Json<Row> = { [Key in keyof Row]: Date extends Row[Key] ? string | Extract<Row[Key], null> : Row[Key] };

const readTime = (text: string | null) => (text === null ? null : new Date(text));

const readHeld = ({ joinedAt, sharedAt, ...seat }: Json<HeldSeat>): HeldSeat => ({
  ...seat,
  joinedAt: new Date(joinedAt),
  sharedAt: readTime(sharedAt),
});

const readSeat = ({ sentAt, joinedAt, expiresAt, createdAt, ...seat }: Json<SeatRow>): SeatRow => ({
  ...seat,
  sentAt: readTime(sentAt),
  joinedAt: readTime(joinedAt),
  expiresAt: readTime(expiresAt),
  createdAt: new Date(createdAt),
});

/** All that the page of somebody's team shows. Two queries. */
export async function findTeamPage(userId: string, place: Place | null): Promise<TeamPage> {
  const at = now();
  const [subscription, [row]] = await Promise.all([
    findSubscription(userId, at, 'team'),
    prisma().$queryRaw<(TeamCounts & { held: Json<HeldSeat>[]; seats: Json<SeatRow>[] })[]>`
      SELECT c.*,
        (SELECT coalesce(json_agg(h), '[]') FROM (${heldSeatsSql(userId)}) h) AS held,
        (SELECT coalesce(json_agg(l), '[]') FROM (${seatListSql(userId, place)}) l) AS seats
      FROM (${countsSql(userId)}) c`,
  ]);
  const team = row && subscription ? teamOf(subscription, row, at) : null;
  const rows = team ? (row?.seats ?? []).map(readSeat) : [];
  return { team, seats: seatPage(rows, place, at), held: (row?.held ?? []).map(readHeld) };
}
