import { type Asker, ownTicket } from '#app/domain/talk/support/asker.server.ts';
import type { TicketStatus } from '#app/domain/talk/support/tickets.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** One thing said in a ticket. */
export interface ThreadMessage {
  id: string;
  author: 'asker' | 'team' | 'note';
  /** Of the account that wrote it; empty for a visitor, and once it is erased. */
  authorName: string | null;
  body: string;
  createdAt: Date;
  files: ThreadFile[];
  /** The mail by which it came; null for one that was written on the site. */
  email: MessageEmail | null;
}

/** What a message tells of the mail by which it came. */
interface MessageEmail {
  id: string;
  fromAddress: string;
  /** Whether the mail says more than the message. */
  isCut: boolean;
}

/** A file that came with a message. */
export interface ThreadFile {
  id: string;
  name: string;
  mediaType: string;
  /** Of a picture, in pixels. */
  width: number | null;
  height: number | null;
  byteCount: number;
}

/** A page of what was said in a ticket, in its order; `earlier` is the key of the page before, null at the beginning. */
export interface ThreadPage {
  messages: ThreadMessage[];
  earlier: string | null;
}

const perPage = 50;

/** What was said in a ticket before a message of it, or up to now. One query. */
export async function findMessages(
  ticketId: string,
  before: string | null,
  options: { withNotes: boolean },
): Promise<ThreadPage> {
  const found = await prisma().$queryRaw<ThreadMessage[]>`
    SELECT m.id, m.author::text, u.name AS "authorName", m.body, m.created_at AS "createdAt",
      (SELECT coalesce(json_agg(json_build_object('id', a.id, 'name', a.name, 'mediaType', a.media_type,
          'width', a.width, 'height', a.height, 'byteCount', a.byte_count) ORDER BY a.id), '[]')
        FROM ticket_attachments a WHERE a.message_id = m.id) AS files,
      CASE WHEN r.id IS NULL THEN NULL
        ELSE json_build_object('id', r.id, 'fromAddress', r.from_address, 'isCut', r.is_cut) END AS email
    FROM ticket_messages m LEFT JOIN users u ON u.id = m.author_id LEFT JOIN received_mails r ON r.message_id = m.id
    WHERE m.ticket_id = ${ticketId}::uuid
      AND ${before === null ? Prisma.sql`true` : Prisma.sql`m.id < ${before}::uuid`}
      AND ${options.withNotes ? Prisma.sql`true` : Prisma.sql`m.author <> 'note'`}
    ORDER BY m.id DESC LIMIT ${perPage + 1}`;
  const messages = found.slice(0, perPage).reverse();
  return { messages, earlier: found.length > perPage ? (messages[0]?.id ?? null) : null };
}

/** A ticket as who asked sees it. */
export interface Thread extends ThreadPage {
  number: number;
  subject: string;
  status: TicketStatus;
  createdAt: Date;
  /** Waits for who asked to confirm their address. */
  isUnconfirmed: boolean;
  /** Where answers go. */
  email: string;
}

/**
 * One's own ticket, notes of the team's left out; null for any other. A mailed link also opens an account's ticket, for as long as it
 * waits to be confirmed. Two queries.
 */
export async function findThread(asker: Asker, before: string | null): Promise<Thread | null> {
  const own = ownTicket(asker);
  const byLink = { OR: [{ userId: null }, { confirmedAt: null }] };
  const where = own && ('token' in asker ? { number: own.number, ...byLink } : own);
  const ticket = where && (await prisma().ticket.findFirst({ where }));
  if (!ticket) return null;
  const { id, number, subject, status, createdAt, confirmedAt, email } = ticket;
  return {
    ...(await findMessages(id, before, { withNotes: false })),
    number,
    subject,
    status,
    createdAt,
    isUnconfirmed: confirmedAt === null,
    email,
  };
}
