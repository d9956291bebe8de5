import { hasOwnMembershipSql, seatGivesSql } from '#app/domain/core/access/entitled-sql.server.ts';
import { lockVerifiedAccount } from '#app/domain/core/access/own-account.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { acceptLimit } from '#app/domain/selling/teams/limits.ts';
import { lockTeam, lockTeamOf } from '#app/domain/selling/teams/own-team.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import { consumeRateLimit } from '#app/platform/rate-limit.server.ts';
import { hashToken } from '#app/platform/secrets/crypto.server.ts';

const hashOf = (token: string) => Buffer.from(hashToken(token)).toString('hex');

const deadLink =
  'This invitation is not valid any more. It was accepted, withdrawn or sent again with a newer link, or its 14 days are over. Ask the owner of the team for a new one.';

/** An invitation as whoever has its link sees it, signed in or not. */
interface OpenedInvitation {
  email: string;
  ownerName: string;
  expiresAt: Date;
}

/** The invitation of a link; null for one that cannot be accepted any more. One query. */
export async function openInvitation(token: string): Promise<OpenedInvitation | null> {
  const seat = await prisma().teamSeat.findUnique({
    where: { tokenHash: hashOf(token) },
    select: { invitedEmail: true, expiresAt: true, team: { select: { owner: { select: { name: true } } } } },
  });
  if (!seat?.invitedEmail || !seat.expiresAt || seat.expiresAt <= now()) return null;
  return { email: seat.invitedEmail, ownerName: seat.team.owner.name, expiresAt: seat.expiresAt };
}

/** Whether somebody has taken the seat that a link leads to. One query. */
export async function hasSeatOf(token: string, userId: string): Promise<boolean> {
  return (await prisma().teamSeat.count({ where: { tokenHash: hashOf(token), userId } })) > 0;
}

/**
 * Takes the seat that somebody was invited to: the account has the address of the invitation, and has verified it. The owner is told. Of
 * several presses one takes it; pressed again it changes nothing.
 * @throws {Refusal} not_found for a link that is not valid any more; not_allowed for another address, or one that is not verified; conflict
 * where the team has no seat left or is not active; {RateLimitExceeded}
 */
export async function acceptInvitation(viewer: Viewer, token: string): Promise<void> {
  await consumeRateLimit(acceptLimit, viewer.id);
  await transaction(async (tx) => {
    await lockVerifiedAccount(tx, { userId: viewer.id, sessionId: viewer.sessionId }, 'to take your seat');
    const where = { tokenHash: hashOf(token) };
    const invited = await tx.db.teamSeat.findUnique({ where, select: { teamId: true } });
    if (!invited) throw new Refusal('not_found', deadLink);
    const team = await lockTeam(tx, invited.teamId);
    const at = now();
    const seat = await tx.db.teamSeat.findUnique({ where });
    // Idempotent: a second press has taken the seat once.
    if (seat?.userId === viewer.id) return;
    if (!seat?.expiresAt || seat.expiresAt <= at) throw new Refusal('not_found', deadLink);
    const { email } = await tx.db.user.findUniqueOrThrow({
      where: { id: viewer.id },
      select: { email: true },
    });
    if (email.toLowerCase() !== seat.invitedEmail)
      throw new Refusal(
        'not_allowed',
        `This invitation is for ${seat.invitedEmail}, and you are signed in as ${email}. Sign in with that address, or ask the owner of the team to invite this one.`,
      );
    if (
      await tx.db.teamSeat.findUnique({ where: { teamId_userId: { teamId: team.id, userId: viewer.id } } })
    ) {
      await tx.db.teamSeat.delete({ where: { id: seat.id } });
      return;
    }
    if (!team.isOpen)
      throw new Refusal('conflict', 'This team isn’t active at the moment. Ask its owner, then try again.');
    if (team.joinedCount >= team.quantity)
      throw new Refusal('conflict', 'All seats of this team are taken. Ask its owner to add one.');
    await tx.db.teamSeat.update({
      where: { id: seat.id },
      data: { userId: viewer.id, joinedAt: at, invitedEmail: null, expiresAt: null },
    });
    await recordActivity(tx, {
      kind: 'team_joined',
      userId: viewer.id,
      subject: { type: 'team', id: team.id },
    });
    await tellOwner(tx, team.ownerId, viewer, seat.id);
  });
}

async function tellOwner(
  tx: Transaction,
  ownerId: string,
  { id, name }: Viewer,
  seatId: string,
): Promise<void> {
  if (ownerId === id) return;
  const owner = await tx.db.user.findUniqueOrThrow({
    where: { id: ownerId },
    select: { email: true, name: true },
  });
  const path = '/profile/team';
  await notify(tx, { userId: ownerId, event: 'team_joined', path, key: `team-seat:${seatId}` });
  await queueMail(tx, owner.email, 'team-joined', {
    name: owner.name,
    memberName: name,
    teamUrl: `${config().appUrl}${path}`,
  });
}

/**
 * Gives an owner one of the free seats of their own team; one who has one keeps it.
 * @throws {Refusal} conflict where none is free, or the team is not active; not_allowed without a verified address
 */
export async function takeOwnSeat({ id, sessionId }: Viewer): Promise<void> {
  await transaction(async (tx) => {
    await lockVerifiedAccount(tx, { userId: id, sessionId }, 'to take a seat');
    const team = await lockTeamOf(tx, id);
    const where = { teamId_userId: { teamId: team.id, userId: id } };
    if (await tx.db.teamSeat.findUnique({ where })) return;
    if (!team.isOpen)
      throw new Refusal('conflict', 'Your team isn’t active at the moment. See your billing page.');
    if (team.freeCount === 0)
      throw new Refusal(
        'conflict',
        'No seat is free. Add seats, remove somebody, or withdraw an invitation first.',
      );
    await tx.db.teamSeat.create({ data: { teamId: team.id, userId: id, joinedAt: now(), createdAt: now() } });
    await recordActivity(tx, { kind: 'team_joined', userId: id, subject: { type: 'team', id: team.id } });
  });
}

/** A seat that somebody has in a team. */
export interface HeldSeat {
  id: string;
  ownerId: string;
  ownerName: string;
  joinedAt: Date;
  /** Since when the owner sees their progress; null for not at all. */
  sharedAt: Date | null;
  /** It gives a membership now. */
  isOpen: boolean;
}

/** Who owns the team whose seat alone makes somebody a member; null for who has no such seat, or something of their own besides. One query. */
export async function findSeatCover(userId: string): Promise<{ ownerName: string; isOwn: boolean } | null> {
  const [row] = await prisma().$queryRaw<{ ownerName: string; isOwn: boolean }[]>`
    SELECT o.name AS "ownerName", t.owner_id = s.user_id AS "isOwn" FROM team_seats s JOIN teams t ON t.id = s.team_id JOIN users o ON o.id = t.owner_id
    WHERE s.user_id = ${userId}::uuid AND ${seatGivesSql()} AND NOT ${hasOwnMembershipSql(Prisma.sql`${userId}::uuid`)}
    ORDER BY s.joined_at LIMIT 1`;
  return row ?? null;
}

/** The seats that somebody has, the newest first: one for most, and never more than a few. One query. */
export const findHeldSeats = (userId: string): Promise<HeldSeat[]> =>
  prisma().$queryRaw<HeldSeat[]>(heldSeatsSql(userId));

/** The same as a query. */
export const heldSeatsSql = (userId: string): Prisma.Sql => Prisma.sql`
    SELECT s.id, t.owner_id AS "ownerId", o.name AS "ownerName", s.joined_at AS "joinedAt", s.shared_at AS "sharedAt",
      ${seatGivesSql()} AS "isOpen"
    FROM team_seats s JOIN teams t ON t.id = s.team_id JOIN users o ON o.id = t.owner_id
    WHERE s.user_id = ${userId}::uuid ORDER BY s.joined_at DESC LIMIT 20`;
