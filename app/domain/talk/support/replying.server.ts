import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { announceLive } from '#app/domain/core/live/announce.server.ts';
import { type Asker, ownTicket } from '#app/domain/talk/support/asker.server.ts';
import { storeAttachments } from '#app/domain/talk/support/attachment-store.server.ts';
import {
  type Attachment,
  readAttachments,
  type SentFile,
  withNames,
} from '#app/domain/talk/support/attachments.server.ts';
import type { ReplyForm } from '#app/domain/talk/support/ticket-form.server.ts';
import { type MailedTicket, tellTeam } from '#app/domain/talk/support/ticket-mails.server.ts';
import type { TicketStatus } from '#app/domain/talk/support/tickets.server.ts';
import { noSuchTicket } from '#app/domain/talk/support/visitor-tickets.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { consumeRateLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';

/** Counted by the ticket. */
export const replyLimit: RateLimit = { name: 'ticket-reply', points: 20, seconds: 3600 };

export interface LockedTicket extends MailedTicket {
  status: TicketStatus;
}

/**
 * One's own ticket, locked until `tx` ends.
 * @throws {Refusal} not_found, also for one whose address is not confirmed
 */
async function lockOwn(tx: Transaction, asker: Asker): Promise<LockedTicket> {
  const own = ownTicket(asker);
  const [ticket] = own
    ? await tx.db.$queryRaw<LockedTicket[]>`
        SELECT id, number, user_id AS "userId", email, name, area, subject, status::text
        FROM tickets WHERE number = ${own.number} AND user_id IS NOT DISTINCT FROM ${own.userId}::uuid
          AND confirmed_at IS NOT NULL
        FOR UPDATE`
    : [];
  if (!ticket) throw noSuchTicket();
  return ticket;
}

/** Whom and what an entry of the activity log is about. */
const about = ({ id, number, userId }: LockedTicket) => ({
  ...(userId === null ? {} : { userId, actorId: userId }),
  subject: { type: 'ticket' as const, id },
  details: { number },
});

/**
 * Adds a message of who asked to their ticket, which is open by that whatever it was, and tells the team. The same form sent again adds
 * nothing.
 * @throws {RateLimitExceeded} after twenty an hour in one ticket; {Refusal} not_found; invalid (field files)
 */
export async function addReply(
  asker: Asker,
  { message, formKey }: ReplyForm,
  files: readonly SentFile[] = [],
): Promise<void> {
  const own = ownTicket(asker);
  if (!own) throw noSuchTicket();
  await consumeRateLimit(replyLimit, [String(own.number), own.userId ?? '']);
  // Before anything is read of them: whose ticket it is.
  if (files.length > 0) await transaction((tx) => lockOwn(tx, asker));
  const attachments = await readAttachments(files, own.userId ?? `ticket ${own.number}`);
  await transaction(async (tx) => {
    const ticket = await lockOwn(tx, asker);
    await writeReply(tx, ticket, { body: message, formKey }, attachments);
  });
}

/**
 * Writes what who asked has said further, as part of `tx`, which has locked the ticket, and returns the id of the message; null where
 * there is one already with its form key or Message-ID.
 */
export async function writeReply(
  tx: Transaction,
  ticket: LockedTicket,
  said: { body: string } & ({ formKey: string } | { mailId: string | null }),
  attachments: readonly Attachment[] = [],
): Promise<string | null> {
  const at = now();
  const [message] = await tx.db.ticketMessage.createManyAndReturn({
    data: [{ ticketId: ticket.id, author: 'asker', authorId: ticket.userId, ...said, createdAt: at }],
    skipDuplicates: true,
    select: { id: true },
  });
  if (!message) return null;
  await storeAttachments(tx, message.id, attachments);
  await tx.db.ticket.update({
    where: { id: ticket.id },
    data: { status: 'open', closedAt: null, latestAt: at },
  });
  await recordActivity(tx, { kind: 'ticket_continued', ...about(ticket) });
  await announceLive([`ticket:${ticket.number}`], tx);
  await tellTeam(tx, ticket, withNames(said.body, attachments));
  return message.id;
}

/** Closes one's own ticket; one that is closed stays so. @throws {Refusal} not_found */
export function closeOwnTicket(asker: Asker): Promise<void> {
  return setOwnStatus(asker, 'closed');
}

/** Opens one's own closed ticket again; another stays as it is. @throws {Refusal} not_found */
export function reopenOwnTicket(asker: Asker): Promise<void> {
  return setOwnStatus(asker, 'open');
}

function setOwnStatus(asker: Asker, status: 'open' | 'closed'): Promise<void> {
  return transaction(async (tx) => {
    const ticket = await lockOwn(tx, asker);
    if ((ticket.status === 'closed') === (status === 'closed')) return;
    const at = now();
    const closedAt = status === 'closed' ? at : null;
    await tx.db.ticket.update({ where: { id: ticket.id }, data: { status, closedAt, latestAt: at } });
    await recordActivity(
      tx,
      status === 'closed'
        ? { kind: 'ticket_closed', ...about(ticket) }
        : { kind: 'ticket_reopened', ...about(ticket) },
    );
  });
}
