import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { type ListPage, type Place, pageOf } from '#app/domain/core/values/cursor.ts';
import { pageSql } from '#app/domain/core/values/cursor-sql.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { storeAttachments } from '#app/domain/talk/support/attachment-store.server.ts';
import { readAttachments, type SentFile, withNames } from '#app/domain/talk/support/attachments.server.ts';
import type { TicketArea } from '#app/domain/talk/support/ticket-areas.ts';
import type { TicketForm } from '#app/domain/talk/support/ticket-form.server.ts';
import { tellOpened } from '#app/domain/talk/support/ticket-mails.server.ts';
import { addressLimit, queueConfirmation } from '#app/domain/talk/support/visitor-tickets.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { consumeStrangerMail } from '#app/platform/mail/stranger-limit.server.ts';
import { consumeRateLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';

export type TicketStatus = 'open' | 'answered' | 'closed';

/** Somebody may have much to ask; a script that fills the team's inbox is stopped. */
const openingLimit: RateLimit = { name: 'ticket', points: 6, seconds: 3600 };

/**
 * Opens a ticket, and returns its number; the same form sent again is the same ticket. Who asks is told by mail that it has come, and
 * the team what it says (P70, P125). Somebody whose address is not verified is mailed a link first, as visitors are: the team has the
 * question once it is followed (P189).
 * @throws {RateLimitExceeded} after six in an hour, or three a day to an address that is not verified; {Refusal} invalid for a form that is
 *   somebody else's.
 */
export async function openTicket(
  viewer: Viewer,
  area: TicketArea,
  form: TicketForm,
  files: readonly SentFile[] = [],
): Promise<number> {
  const { formKey, subject, message } = form;
  const known = await prisma().ticket.findUnique({
    where: { formKey },
    select: { number: true, userId: true },
  });
  if (known) return numberOfOwn(known, viewer);
  await consumeRateLimit(openingLimit, viewer.id);
  if (!viewer.isEmailVerified) await consumeStrangerMail(viewer.email, addressLimit);
  const attachments = await readAttachments(files, viewer.id);
  return transaction(async (tx) => {
    const at = now();
    const { id: userId, email, name, isEmailVerified } = viewer;
    const confirmedAt = isEmailVerified ? at : null;
    const [ticket] = await tx.db.ticket.createManyAndReturn({
      data: [{ userId, email, name, area, subject, formKey, createdAt: at, latestAt: at, confirmedAt }],
      skipDuplicates: true,
      select: { id: true, number: true },
    });
    // The second of two presses, at the same moment.
    if (!ticket) return numberOfOwn(await tx.db.ticket.findUniqueOrThrow({ where: { formKey } }), viewer);
    const { id: ticketId, number } = ticket;
    const said = await tx.db.ticketMessage.create({
      data: { ticketId, author: 'asker', authorId: userId, body: message, createdAt: at },
    });
    await storeAttachments(tx, said.id, attachments);
    if (!isEmailVerified) {
      await queueConfirmation(tx, email, number);
      return number;
    }
    await recordActivity(tx, {
      kind: 'ticket_opened',
      userId,
      actorId: userId,
      subject: { type: 'ticket', id: ticketId },
      details: { number },
    });
    const asked = { id: said.id, body: withNames(message, attachments) };
    await tellOpened(tx, { id: ticketId, number, userId, area, subject, name, email }, asked);
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
  id: string;
  number: number;
  subject: string;
  status: TicketStatus;
  createdAt: Date;
  /** Of its latest message. */
  latestAt: Date;
}

const perPage = 20;

/** So many of somebody's tickets, the one where something was said last first. One query. */
export function findLatestTickets(
  userId: string,
  count: number,
  place: Place | null = null,
): Promise<ListedTicket[]> {
  const { past, order } = pageSql(Prisma.sql`latest_at`, Prisma.sql`id`, place);
  return prisma().$queryRaw`
    SELECT id, number, subject, status::text, created_at AS "createdAt", latest_at AS "latestAt"
    FROM tickets WHERE user_id = ${userId}::uuid ${past} ORDER BY ${order} LIMIT ${count}`;
}

/** A page of somebody's tickets. One query. */
export async function listTickets(userId: string, place: Place | null): Promise<ListPage<ListedTicket>> {
  const found = await findLatestTickets(userId, perPage + 1, place);
  return pageOf(found, perPage, ({ latestAt: at, id }) => ({ at, id }), place);
}
