import {
  type AccountHolder,
  lockOwnAccount,
  lockVerifiedAccount,
} from '#app/domain/core/access/own-account.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { suppressedSql } from '#app/domain/core/suppressions/suppressed.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { invitationLimit, invitedAddressLimit } from '#app/domain/selling/teams/limits.ts';
import { type LockedTeam, lockTeamOf } from '#app/domain/selling/teams/own-team.server.ts';
import { invitationDays, seatsText } from '#app/domain/selling/teams/seat-rules.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import { consumeRateLimit } from '#app/platform/rate-limit.server.ts';
import { hashToken, newToken } from '#app/platform/secrets/crypto.server.ts';

/** An invitation that was sent so shortly before is not sent again. */
const doubleSubmitMs = 60_000;

type Owner = Pick<Viewer, 'id' | 'sessionId' | 'name'>;

const holderOf = ({ id: userId, sessionId }: Owner): AccountHolder => ({ userId, sessionId });

/** Counts emails before any is queued. @throws {RateLimitExceeded} */
async function countInvitations(ownerId: string, emails: readonly string[]): Promise<void> {
  for (const email of emails) {
    await consumeRateLimit(invitationLimit, ownerId);
    await consumeRateLimit(invitedAddressLimit, email);
  }
}

/** @throws {Refusal} conflict where a team's seats give nothing: nobody should be invited to that */
function refuseClosed({ isOpen }: LockedTeam): void {
  if (!isOpen)
    throw new Refusal(
      'conflict',
      'Your team isn’t active at the moment. See your billing page, then invite people.',
    );
}

const listed = (emails: readonly string[]) =>
  emails.length > 3 ? `${emails.slice(0, 3).join(', ')} and ${emails.length - 3} more` : emails.join(', ');

/** @throws {Refusal} invalid (field emails) for addresses that are in the team already, or that get no email */
async function refuseAddresses(tx: Transaction, teamId: string, emails: readonly string[]): Promise<void> {
  const rows = await tx.db.$queryRaw<
    { email: string; isInvited: boolean; hasSeat: boolean; isSuppressed: boolean }[]
  >`
    SELECT e.email, ${suppressedSql(Prisma.sql`e.email`)} AS "isSuppressed",
      EXISTS (SELECT 1 FROM team_seats s WHERE s.team_id = ${teamId}::uuid AND s.invited_email = e.email AND s.expires_at > ${now()}) AS "isInvited",
      EXISTS (SELECT 1 FROM team_seats s JOIN users u ON u.id = s.user_id
        WHERE s.team_id = ${teamId}::uuid AND u.email = e.email AND u.email_verified_at IS NOT NULL) AS "hasSeat"
    FROM unnest(${[...emails]}::text[]) AS e (email)`;
  const refuse = (those: typeof rows, words: string) => {
    if (those.length > 0)
      throw new Refusal('invalid', `${words}: ${listed(those.map(({ email }) => email))}.`, 'emails');
  };
  refuse(
    rows.filter(({ hasSeat }) => hasSeat),
    'In your team already',
  );
  refuse(
    rows.filter(({ isInvited }) => isInvited),
    'Invited already. You can send the invitation again below',
  );
  refuse(
    rows.filter(({ isSuppressed }) => isSuppressed),
    'We can’t email this address, so ask for another one',
  );
}

/** What a new or renewed invitation keeps; its token is in the email alone. */
function newInvitation(at: Date) {
  const token = newToken();
  const expiresAt = new Date(at.getTime() + invitationDays * dayMs);
  return { token, row: { tokenHash: Buffer.from(hashToken(token)).toString('hex'), sentAt: at, expiresAt } };
}

const mailInvitation = (
  tx: Transaction,
  { name: ownerName }: Owner,
  { email, token, expiresAt }: { email: string; token: string; expiresAt: Date },
) =>
  queueMail(tx, email, 'team-invitation', {
    ownerName,
    acceptUrl: `${config().appUrl}/team/invitations/${token}`,
    expiresAt,
  });

/**
 * Invites people to the viewer's team by email, all of them or none. Each invitation keeps a seat until it is accepted, withdrawn or runs
 * out. Of two forms for the last seat one gets it.
 * @throws {Refusal} not_allowed for a session that was ended, or an address that is not verified; conflict where the team is not active; invalid (field emails) where there are
 * too few seats, or for addresses that cannot be invited; {RateLimitExceeded}
 */
export async function invitePeople(owner: Owner, emails: readonly string[]): Promise<void> {
  await countInvitations(owner.id, emails);
  await transaction(async (tx) => {
    await lockVerifiedAccount(tx, holderOf(owner), 'to invite people');
    const team = await lockTeamOf(tx, owner.id);
    refuseClosed(team);
    await refuseAddresses(tx, team.id, emails);
    if (emails.length > team.freeCount)
      throw new Refusal(
        'invalid',
        team.freeCount === 0
          ? 'No seat is free. Add seats, remove somebody, or withdraw an invitation first.'
          : `Only ${seatsText(team.freeCount)} ${team.freeCount === 1 ? 'is' : 'are'} free. Invite fewer people, or add seats first.`,
        'emails',
      );
    const at = now();
    // An invitation that has run out is made anew.
    await tx.db.teamSeat.deleteMany({
      where: { teamId: team.id, invitedEmail: { in: [...emails] }, expiresAt: { lte: at } },
    });
    for (const email of emails) {
      const { token, row } = newInvitation(at);
      await tx.db.teamSeat.create({ data: { teamId: team.id, invitedEmail: email, createdAt: at, ...row } });
      await mailInvitation(tx, owner, { email, token, expiresAt: row.expiresAt });
    }
    await recordActivity(tx, {
      kind: 'team_invited',
      userId: owner.id,
      actorId: owner.id,
      subject: { type: 'team', id: team.id },
      details: { count: emails.length },
    });
  });
}

/**
 * Emails an invitation once more, with a new link and for as long as a new one; the link of before ends.
 * @throws {Refusal} not_found for one that was accepted or withdrawn; conflict where no seat is free for one that had run out, the team is
 * not active, or the address gets no email any more; {RateLimitExceeded}
 */
export async function resendInvitation(owner: Owner, seatId: string): Promise<void> {
  await transaction(async (tx) => {
    await lockOwnAccount(tx, holderOf(owner));
    const team = await lockTeamOf(tx, owner.id);
    refuseClosed(team);
    const seat = await tx.db.teamSeat.findFirst({ where: { id: seatId, teamId: team.id, userId: null } });
    if (!seat?.invitedEmail || !seat.expiresAt) throw goneInvitation();
    const at = now();
    // Idempotent: a double submit must not send a second email, whose link would end that of the first.
    if (seat.sentAt && at.getTime() - seat.sentAt.getTime() < doubleSubmitMs) return;
    if (seat.expiresAt <= at && team.freeCount === 0)
      throw new Refusal(
        'conflict',
        'No seat is free for this invitation, which had expired. Add seats first.',
      );
    const [row] = await tx.db.$queryRaw<{ isSuppressed: boolean }[]>`
      SELECT ${suppressedSql(Prisma.sql`${seat.invitedEmail}::text`)} AS "isSuppressed"`;
    if (row?.isSuppressed)
      throw new Refusal(
        'conflict',
        'We can’t email this address. Withdraw the invitation and ask for another one.',
      );
    await countInvitations(owner.id, [seat.invitedEmail]);
    const { token, row: renewed } = newInvitation(at);
    await tx.db.teamSeat.update({ where: { id: seatId }, data: renewed });
    await mailInvitation(tx, owner, { email: seat.invitedEmail, token, expiresAt: renewed.expiresAt });
  });
}

const goneInvitation = () =>
  new Refusal('not_found', 'This invitation has been accepted or withdrawn already.');

/** Withdraws an invitation: its link ends, and its seat is free. One that is withdrawn already stays so. @throws {Refusal} conflict once it was accepted */
export async function withdrawInvitation(owner: Owner, seatId: string): Promise<void> {
  await transaction(async (tx) => {
    await lockOwnAccount(tx, holderOf(owner));
    const team = await lockTeamOf(tx, owner.id);
    const where = { id: seatId, teamId: team.id };
    const { count } = await tx.db.teamSeat.deleteMany({ where: { ...where, userId: null } });
    if (count === 0 && (await tx.db.teamSeat.count({ where })) > 0)
      throw new Refusal(
        'conflict',
        'This invitation was accepted just now. You can remove the person instead.',
      );
  });
}

/** Deletes invitations that ran out a month ago, with the addresses that they were sent to. The worker calls it daily. */
export async function deleteExpiredInvitations(): Promise<void> {
  const before = new Date(now().getTime() - 30 * dayMs);
  await transaction((tx) =>
    tx.db.teamSeat.deleteMany({ where: { userId: null, expiresAt: { lt: before } } }),
  );
}
