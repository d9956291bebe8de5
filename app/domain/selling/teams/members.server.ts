import { lockOwnAccount } from '#app/domain/core/access/own-account.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { lockTeam, lockTeamOf } from '#app/domain/selling/teams/own-team.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';

type Asking = Pick<Viewer, 'id' | 'sessionId' | 'name'>;

/**
 * Takes a seat of the viewer's team from whoever has it: it is free at once, and what it gave ends. They are told by email. One that is
 * free already stays so.
 * @throws {Refusal} not_allowed for a session that was ended
 */
export async function removeMember({ id, sessionId, name }: Asking, seatId: string): Promise<void> {
  await transaction(async (tx) => {
    await lockOwnAccount(tx, { userId: id, sessionId });
    const team = await lockTeamOf(tx, id);
    const seat = await tx.db.teamSeat.findFirst({
      where: { id: seatId, teamId: team.id },
      include: { user: { select: { id: true, email: true, name: true } } },
    });
    if (!seat?.user) return;
    await tx.db.teamSeat.delete({ where: { id: seatId } });
    const { user } = seat;
    await recordActivity(tx, {
      kind: 'team_seat_ended',
      userId: user.id,
      actorId: id,
      subject: { type: 'team', id: team.id },
    });
    if (user.id === id) return;
    await notify(tx, { userId: user.id, event: 'team_seat_ended', path: '/profile/billing' });
    await queueMail(tx, user.email, 'team-removed', {
      name: user.name,
      ownerName: name,
      joinUrl: `${config().appUrl}/pricing`,
    });
  });
}

/** Gives up a seat that the viewer has in somebody's team. The owner is told on the site. One that is given up already stays so. */
export async function leaveTeam({ id, sessionId }: Asking, seatId: string): Promise<void> {
  await transaction(async (tx) => {
    await lockOwnAccount(tx, { userId: id, sessionId });
    const where = { id: seatId, userId: id };
    const seat = await tx.db.teamSeat.findFirst({ where, select: { teamId: true } });
    if (!seat) return;
    const team = await lockTeam(tx, seat.teamId);
    const { count } = await tx.db.teamSeat.deleteMany({ where });
    if (count === 0) return;
    await recordActivity(tx, {
      kind: 'team_seat_ended',
      userId: id,
      actorId: id,
      subject: { type: 'team', id: team.id },
    });
    if (team.ownerId !== id)
      await notify(tx, { userId: team.ownerId, event: 'team_left', path: '/profile/team' });
  });
}

/**
 * Lets the owner of a team see the viewer's progress, or no more. Asked again it changes nothing.
 * @throws {Refusal} not_found without the seat
 */
export async function shareProgress(
  { id, sessionId }: Asking,
  seatId: string,
  isShared: boolean,
): Promise<void> {
  await transaction(async (tx) => {
    await lockOwnAccount(tx, { userId: id, sessionId });
    const where = { id: seatId, userId: id };
    if ((await tx.db.teamSeat.count({ where })) === 0)
      throw new Refusal('not_found', 'You don’t have this seat any more.');
    await tx.db.teamSeat.updateMany({
      where: { ...where, sharedAt: isShared ? null : { not: null } },
      data: { sharedAt: isShared ? now() : null },
    });
  });
}
