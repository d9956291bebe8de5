import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { announceLive } from '#app/domain/core/live/announce.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { bareSubject } from '#app/domain/talk/support/quotation/own-mail.ts';
import { now } from '#app/platform/clock.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';

// The form key of the message that a mail becomes is the id of the mail: a form sent twice finds what the first one did.

interface LockedMail {
  id: string;
  mailId: string;
  fromAddress: string;
  fromName: string;
  subject: string;
  body: string;
  hasEmail: boolean;
}

interface MailTicket {
  id: string;
  number: number;
  userId: string | null;
}

async function lockMail(tx: Transaction, id: string): Promise<LockedMail | undefined> {
  const [mail] = await tx.db.$queryRaw<LockedMail[]>`
    SELECT id, mail_id AS "mailId", from_address AS "fromAddress", from_name AS "fromName", subject, body,
      EXISTS (SELECT 1 FROM received_mails r WHERE r.unmatched_id = unmatched_mails.id) AS "hasEmail"
    FROM unmatched_mails WHERE id = ${id}::uuid FOR UPDATE`;
  return mail;
}

/** The ticket that a mail was put into before. @throws {Refusal} not_found where there is none */
async function ticketOfEarlier(tx: Transaction, formKey: string): Promise<number> {
  const message = await tx.db.ticketMessage.findUnique({
    where: { formKey },
    select: { ticket: { select: { number: true } } },
  });
  if (!message) throw new Refusal('not_found', 'That email is no longer here.');
  return message.ticket.number;
}

/** Makes a mail the latest message of a ticket, with its files, and takes it from those that fit none. */
async function moveInto(tx: Transaction, ticket: MailTicket, mail: LockedMail): Promise<void> {
  const { id, mailId, fromAddress, fromName, body, hasEmail } = mail;
  const isFree = (await tx.db.ticketMessage.count({ where: { mailId } })) === 0;
  const at = now();
  // A mail that came before whole mails were kept says by itself who sent it.
  const sender = hasEmail ? '' : `From: ${fromName ? `${fromName} <${fromAddress}>` : fromAddress}\n\n`;
  const message = await tx.db.ticketMessage.create({
    data: {
      ticketId: ticket.id,
      author: 'asker',
      body: `${sender}${body}`,
      mailId: isFree ? mailId : null,
      formKey: id,
      createdAt: at,
    },
    select: { id: true },
  });
  const moved = { messageId: message.id, unmatchedId: null };
  await tx.db.ticketAttachment.updateMany({ where: { unmatchedId: id }, data: moved });
  await tx.db.receivedMail.updateMany({ where: { unmatchedId: id }, data: moved });
  await tx.db.unmatchedMail.delete({ where: { id } });
  await tx.db.ticket.update({
    where: { id: ticket.id },
    data: { status: 'open', closedAt: null, latestAt: at },
  });
}

const about = ({ id, number, userId }: MailTicket) => ({
  ...(userId === null ? {} : { userId }),
  subject: { type: 'ticket' as const, id },
  details: { number },
});

/**
 * Puts a mail that fits no ticket into one, which is open by that, and returns its number. From then on mails of the same sender to the
 * ticket's address belong to it too. The same form sent again does nothing more.
 * @throws {Refusal} not_allowed; not_found; invalid (field number) for no such ticket
 */
export async function addUnmatchedToTicket(actor: Actor, id: string, number: number): Promise<number> {
  return transaction(async (tx) => {
    await requirePermission(tx, actor, 'tickets:answer');
    const mail = await lockMail(tx, id);
    if (!mail) return ticketOfEarlier(tx, id);
    const [ticket] = await tx.db.$queryRaw<MailTicket[]>`
      SELECT id, number, user_id AS "userId" FROM tickets
      WHERE number = ${number} AND confirmed_at IS NOT NULL FOR UPDATE`;
    if (!ticket) throw new Refusal('invalid', `There is no ticket ${number}.`, 'number');
    await moveInto(tx, ticket, mail);
    await recordActivity(tx, { kind: 'ticket_continued', ...about(ticket) });
    await recordAudit(tx, actor, {
      action: 'unmatched_mail_added',
      subject: { type: 'ticket', id: ticket.id },
      after: { number, from: mail.fromAddress },
    });
    await announceLive([`ticket:${number}`], tx);
    return number;
  });
}

/**
 * Opens a ticket with a mail that fits none, and returns its number: answers go to the address the mail came from, whose account it
 * belongs to where there is one. Nobody is mailed by that. The same form sent again opens no other.
 * @throws {Refusal} not_allowed; not_found; invalid for a mail without a sender
 */
export async function openTicketFromUnmatched(actor: Actor, id: string): Promise<number> {
  return transaction(async (tx) => {
    await requirePermission(tx, actor, 'tickets:answer');
    const mail = await lockMail(tx, id);
    if (!mail) return ticketOfEarlier(tx, id);
    const { fromAddress: email, fromName: name } = mail;
    if (!email.includes('@'))
      throw new Refusal('invalid', 'This email does not say who sent it. Add it to an existing ticket.');
    const user = await tx.db.user.findFirst({
      where: { email, emailVerifiedAt: { not: null } },
      select: { id: true },
    });
    const at = now();
    const subject = withoutPrefix(mail.subject) || 'Email without a subject';
    const ticket = await tx.db.ticket.create({
      data: {
        ...{ userId: user?.id ?? null, email, name, area: 'support', subject },
        ...{ formKey: id, confirmedAt: at, createdAt: at, latestAt: at },
      },
      select: { id: true, number: true, userId: true },
    });
    await moveInto(tx, ticket, mail);
    await recordActivity(tx, { kind: 'ticket_opened', ...about(ticket) });
    await recordAudit(tx, actor, {
      action: 'unmatched_mail_opened',
      subject: { type: 'ticket', id: ticket.id },
      after: { number: ticket.number, from: email },
    });
    return ticket.number;
  });
}

/** A subject without "Re:" and the like, in its own letters. */
function withoutPrefix(subject: string): string {
  const bare = bareSubject(subject);
  const rest = subject.trim().replaceAll(/\s+/g, ' ');
  return bare.length < rest.length && rest.toLowerCase().endsWith(bare)
    ? rest.slice(rest.length - bare.length)
    : rest;
}
