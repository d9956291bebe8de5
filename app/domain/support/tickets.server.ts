import { z } from 'zod';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { recordActivity } from '#app/domain/activity/record.server.ts';
import { Refusal } from '#app/domain/errors.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import { consumeRateLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';

/** From which part of the site somebody asks. */
export type TicketArea = 'affiliate-centre' | 'assistant';

export const subjectLength = 150;
export const messageLength = 5_000;

/** What the form that opens a ticket asks for (P70). */
export const ticketSchema = z.object({
  subject: z
    .string({ error: 'Please say in a few words what it is about' })
    .trim()
    .max(subjectLength, `Please use at most ${subjectLength} characters`),
  message: z
    .string({ error: 'Please write your question' })
    .trim()
    .max(messageLength, `Please use at most ${messageLength} characters`),
  /** Made when the form was shown. */
  formKey: z.uuid('This form is out of date. Please send it once more.'),
});

export type TicketForm = z.output<typeof ticketSchema>;

/** Somebody may have much to ask; a script that fills the team's inbox is stopped. */
const openingLimit: RateLimit = { name: 'ticket', points: 6, seconds: 3600 };

/**
 * Opens a ticket, and returns its number; the same form sent again is the same ticket. Who asks is told by mail that it has come, and
 * the team what it says.
 * @throws {RateLimitExceeded} after six in an hour; {Refusal} invalid for a form that is somebody else's.
 */
export async function openTicket(viewer: Viewer, area: TicketArea, form: TicketForm): Promise<number> {
  const { formKey, subject, message } = form;
  const known = await prisma().ticket.findUnique({
    where: { formKey },
    select: { number: true, userId: true },
  });
  if (known) return numberOfOwn(known, viewer);
  await consumeRateLimit(openingLimit, viewer.id);
  return transaction(async (tx) => {
    const at = now();
    const { id: userId, email, name } = viewer;
    const [ticket] = await tx.db.ticket.createManyAndReturn({
      data: [{ userId, email, name, area, subject, formKey, createdAt: at, latestAt: at }],
      skipDuplicates: true,
      select: { id: true, number: true },
    });
    // The second of two presses, at the same moment.
    if (!ticket) return numberOfOwn(await tx.db.ticket.findUniqueOrThrow({ where: { formKey } }), viewer);
    const { id: ticketId, number } = ticket;
    await tx.db.ticketMessage.create({
      data: { ticketId, author: 'asker', authorId: userId, body: message, createdAt: at },
    });
    await recordActivity(tx, {
      kind: 'ticket_opened',
      userId,
      actorId: userId,
      subject: { type: 'ticket', id: ticketId },
      details: { number },
    });
    await queueMail(tx, email, 'ticket-opened', { name, number, subject, message });
    await queueMail(tx, config().supportEmail, 'ticket-for-team', {
      number,
      area,
      subject,
      message,
      name,
      email,
    });
    return number;
  });
}

function numberOfOwn(ticket: { number: number; userId: string | null }, viewer: Viewer): number {
  if (ticket.userId !== viewer.id)
    throw new Refusal('invalid', 'This form is out of date. Please send it once more.');
  return ticket.number;
}

/** A ticket as its list shows it. */
export interface ListedTicket {
  number: number;
  subject: string;
  status: 'open' | 'answered' | 'closed';
  createdAt: Date;
}

/** The latest tickets of somebody. One query. */
export function findLatestTickets(userId: string, count: number): Promise<ListedTicket[]> {
  return prisma().ticket.findMany({
    where: { userId },
    orderBy: { id: 'desc' },
    take: count,
    select: { number: true, subject: true, status: true, createdAt: true },
  });
}
