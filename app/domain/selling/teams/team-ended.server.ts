import { entitledSql } from '#app/domain/core/access/entitled-sql.server.ts';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { isMailQueued, queueMail } from '#app/platform/mail/outbox.server.ts';

/** A seat that gives nothing any more, and who pays no more for it. */
interface ClosedSeat {
  id: string;
  userId: string;
  ownerName: string;
}

/**
 * Tells everyone who has a seat in a team, each once, that its subscription has ended; its owner is told by another email. Nobody is told
 * where the owner has started the team again meanwhile. The worker calls it. Safe to repeat, and to cut off: each member is a transaction
 * of its own.
 */
export async function tellTeamEnded({ subscriptionId }: { subscriptionId: string }): Promise<void> {
  const seats = await prisma().$queryRaw<ClosedSeat[]>`
    SELECT s.id, s.user_id AS "userId", o.name AS "ownerName"
    FROM subscriptions e JOIN teams t ON t.owner_id = e.user_id JOIN team_seats s ON s.team_id = t.id JOIN users o ON o.id = t.owner_id
    WHERE e.id = ${subscriptionId}::uuid AND s.user_id IS NOT NULL AND s.user_id <> t.owner_id
      AND NOT ${entitledSql(Prisma.sql`t.owner_id`, 'team')} ORDER BY s.id`;
  for (const seat of seats) await tellOne(seat, `team-ended ${subscriptionId} ${seat.id}`);
}

async function tellOne({ id, userId, ownerName }: ClosedSeat, key: string): Promise<void> {
  await transaction(async (tx) => {
    await lockUser(tx, userId);
    if (await isMailQueued(tx, key)) return;
    const seat = await tx.db.teamSeat.findUnique({
      where: { id },
      select: { user: { select: { email: true, name: true } } },
    });
    // Who has left meanwhile has nothing to lose.
    if (!seat?.user) return;
    const path = '/profile/billing';
    await notify(tx, { userId, event: 'team_seat_closed', path, key: `notice:${key}` });
    const { email, name } = seat.user;
    await queueMail(
      tx,
      email,
      'team-closed',
      { name, ownerName, joinUrl: `${config().appUrl}/pricing` },
      key,
    );
  });
}
