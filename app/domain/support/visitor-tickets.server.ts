import { recordActivity } from '#app/domain/activity/record.server.ts';
import { Refusal } from '#app/domain/errors.ts';
import { readThreadLink, threadLink } from '#app/domain/support/thread-link.server.ts';
import type { VisitorTicketForm } from '#app/domain/support/ticket-form.server.ts';
import { tellOpened } from '#app/domain/support/ticket-mails.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { keyedHash } from '#app/platform/keyed-hash.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import { consumeRateLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';

const networkLimit: RateLimit = { name: 'ticket-network', points: 10, seconds: 3600 };
/** Nobody's mailbox is filled by a form they never saw. */
const addressLimit: RateLimit = { name: 'ticket-address', points: 3, seconds: 24 * 3600 };

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
  await consumeRateLimit(addressLimit, email);
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
    await queueMail(tx, email, 'ticket-confirmation', {
      confirmUrl: threadLink(ticket.number),
      days: confirmationDays,
    });
  });
}

/**
 * Sends a visitor's question on to the team: whoever has the mailed link has the address. Again, nothing more happens.
 * @throws {Refusal} not_found for a link of no ticket, or of one that waited too long
 */
export async function confirmTicket(token: string): Promise<void> {
  const number = readThreadLink(token);
  if (number === null) throw noSuchTicket();
  await transaction(async (tx) => {
    const at = now();
    const [ticket] = await tx.db.ticket.updateManyAndReturn({
      where: { number, userId: null, confirmedAt: null },
      data: { confirmedAt: at, latestAt: at },
    });
    if (!ticket) {
      if ((await tx.db.ticket.count({ where: { number, userId: null } })) === 0) throw noSuchTicket();
      return;
    }
    const said = await tx.db.ticketMessage.findFirstOrThrow({
      where: { ticketId: ticket.id },
      orderBy: { id: 'asc' },
    });
    await recordActivity(tx, {
      kind: 'ticket_opened',
      subject: { type: 'ticket', id: ticket.id },
      details: { number },
    });
    await tellOpened(tx, ticket, said);
  });
}

export const noSuchTicket = () => new Refusal('not_found', 'There is no such ticket.');
