import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { withNames } from '#app/domain/talk/support/attachments.server.ts';
import { readThreadLink, threadLink } from '#app/domain/talk/support/thread-link.server.ts';
import type { VisitorTicketForm } from '#app/domain/talk/support/ticket-form.server.ts';
import { tellOpened } from '#app/domain/talk/support/ticket-mails.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { daySeconds } from '#app/platform/durations.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import { consumeStrangerMail } from '#app/platform/mail/stranger-limit.server.ts';
import { consumeRateLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';
import { keyedHash } from '#app/platform/secrets/keyed-hash.server.ts';

const networkLimit: RateLimit = { name: 'ticket-network', points: 10, seconds: 3600 };
/** Nobody's mailbox is filled by a form they never saw. For whoever's address is not proven, with an account or without. */
export const addressLimit: RateLimit = { name: 'ticket-address', points: 3, seconds: daySeconds };

/** A question waits so many days for its address to be confirmed. */
export const confirmationDays = 7;

/** The page that visitors fill in is one for all, without a key: the same words of the same address are the same ticket. */
function keyOf({ email, subject, message }: VisitorTicketForm): string {
  const hex = Buffer.from(
    keyedHash("visitor's ticket", `${email}\n${subject}\n${message}`),
    'base64url',
  ).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Keeps a visitor's question until they confirm their address by the link that is mailed to it; nobody reads it before. The same
 * question sent again is the same.
 * @throws {RateLimitExceeded} after ten an hour from a network, or three a day to an address
 */
export async function askAsVisitor(form: VisitorTicketForm, clientAddress: string): Promise<void> {
  await consumeRateLimit(networkLimit, clientAddress);
  const { name, email, subject, message } = form;
  const formKey = keyOf(form);
  if ((await prisma().ticket.count({ where: { formKey } })) > 0) return;
  await consumeStrangerMail(email, addressLimit);
  await transaction(async (tx) => {
    const at = now();
    const [ticket] = await tx.db.ticket.createManyAndReturn({
      data: [{ email, name, area: 'support', subject, formKey, createdAt: at, latestAt: at }],
      skipDuplicates: true,
      select: { id: true, number: true },
    });
    if (!ticket) return;
    await tx.db.ticketMessage.create({
      data: { ticketId: ticket.id, author: 'asker', body: message, createdAt: at },
    });
    await queueConfirmation(tx, email, ticket.number);
  });
}

/** Mails the link that sends a question on to the team. The mail has no word of the question: the address may be a stranger's. */
export const queueConfirmation = (tx: Transaction, email: string, number: number): Promise<void> =>
  queueMail(tx, email, 'ticket-confirmation', { confirmUrl: threadLink(number), days: confirmationDays });

/**
 * Sends a question on to the team that waited for its address to be confirmed: whoever has the mailed link has the address. Again, nothing
 * more happens. @returns the ticket's number, where it is an account's, which reads it by signing in; null for a visitor's.
 * @throws {Refusal} not_found for a link of no ticket, or of one that waited too long
 */
export async function confirmTicket(token: string): Promise<number | null> {
  const number = readThreadLink(token);
  if (number === null) throw noSuchTicket();
  return sendOn({ number });
}

/** The number of an account's ticket that a mailed link has sent on: it is read by signing in. Null for any other link. One query. */
export async function findTicketOfAccount(token: string): Promise<number | null> {
  const number = readThreadLink(token);
  const where = { number: number ?? 0, userId: { not: null } };
  return number !== null && (await prisma().ticket.count({ where })) > 0 ? number : null;
}

/**
 * Sends one's own question on to the team, once the address of one's account is verified. Again, nothing more happens.
 * @throws {Refusal} not_found for another's ticket; not_allowed while the address is not verified
 */
export async function confirmOwnTicket({ id, isEmailVerified }: Viewer, number: number): Promise<void> {
  if (!isEmailVerified) throw new Refusal('not_allowed', 'Verify your email address first.');
  await sendOn({ number, userId: id });
}

async function sendOn(which: { number: number; userId?: string }): Promise<number | null> {
  return transaction(async (tx) => {
    const at = now();
    const [ticket] = await tx.db.ticket.updateManyAndReturn({
      where: { ...which, confirmedAt: null },
      data: { confirmedAt: at, latestAt: at },
    });
    if (!ticket) {
      const there = await tx.db.ticket.findFirst({ where: which, select: { userId: true } });
      if (!there) throw noSuchTicket();
      return there.userId === null ? null : which.number;
    }
    const { userId, number } = ticket;
    const said = await tx.db.ticketMessage.findFirstOrThrow({
      where: { ticketId: ticket.id },
      orderBy: { id: 'asc' },
    });
    await recordActivity(tx, {
      kind: 'ticket_opened',
      ...(userId === null ? {} : { userId, actorId: userId }),
      subject: { type: 'ticket', id: ticket.id },
      details: { number },
    });
    const files = await tx.db.ticketAttachment.findMany({
      where: { messageId: said.id },
      select: { name: true },
      orderBy: { id: 'asc' },
    });
    await tellOpened(tx, ticket, { id: said.id, body: withNames(said.body, files) });
    return userId === null ? null : number;
  });
}

export const noSuchTicket = () => new Refusal('not_found', 'There is no such ticket.');
