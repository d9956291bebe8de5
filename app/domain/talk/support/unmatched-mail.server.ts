import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { type ListPage, type Place, pageOf } from '#app/domain/core/values/cursor.ts';
import { pageSql } from '#app/domain/core/values/cursor-sql.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { bareSubject, ticketNumberIn } from '#app/domain/talk/support/quotation/own-mail.ts';
import { type ReceivedMailDetails, receivedColumns } from '#app/domain/talk/support/received-mail.server.ts';
import type { ThreadFile } from '#app/domain/talk/support/thread.server.ts';
import type { TicketStatus } from '#app/domain/talk/support/tickets.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** Mails that wait for the team, or those that a program sent, which are kept for some days. */
export type UnmatchedKind = 'waiting' | 'automatic';

/** A mail that fits no ticket of its sender's, as its list shows it. */
export interface UnmatchedMail {
  id: string;
  fromAddress: string;
  fromName: string;
  subject: string;
  /** How its words begin. */
  body: string;
  reason: string;
  files: number;
  createdAt: Date;
}

const perPage = 20;

/** A page of the mails that fit no ticket, the latest first. One query. */
export async function listUnmatched(
  place: Place | null,
  kind: UnmatchedKind = 'waiting',
): Promise<ListPage<UnmatchedMail>> {
  const { past, order } = pageSql(Prisma.sql`created_at`, Prisma.sql`id`, place);
  const ofKind = kind === 'automatic' ? Prisma.sql`reason = 'automatic'` : Prisma.sql`reason <> 'automatic'`;
  const rows = await prisma().$queryRaw<UnmatchedMail[]>`
    SELECT id, from_address AS "fromAddress", from_name AS "fromName", subject, left(body, 500) AS body, reason,
      (SELECT count(*)::int FROM ticket_attachments a WHERE a.unmatched_id = unmatched_mails.id) AS files,
      created_at AS "createdAt"
    FROM unmatched_mails WHERE ${ofKind} ${past} ORDER BY ${order} LIMIT ${perPage + 1}`;
  return pageOf(rows, perPage, ({ createdAt: at, id }) => ({ at, id }), place);
}

/** A ticket that a mail may belong to. */
export interface SuggestedTicket {
  number: number;
  subject: string;
  status: TicketStatus;
  name: string;
  email: string;
  latestAt: Date;
}

/** A mail that fits no ticket, with all that is known of it. */
interface UnmatchedDetails extends Omit<UnmatchedMail, 'files'> {
  ticketNumber: number | null;
  files: ThreadFile[];
  /** Null for a mail that came before whole mails were kept. */
  email: ReceivedMailDetails | null;
  suggestions: SuggestedTicket[];
}

type Row = Omit<UnmatchedDetails, 'email' | 'suggestions'> & { received: ReceivedMailDetails | null };

/** A mail that fits no ticket, and the tickets it may belong to; null for an unknown one. Two queries. */
export async function findUnmatched(id: string): Promise<UnmatchedDetails | null> {
  const [row] = await prisma().$queryRaw<Row[]>`
    SELECT u.id, u.from_address AS "fromAddress", u.from_name AS "fromName", u.subject, u.body, u.reason,
      u.ticket_number AS "ticketNumber", u.created_at AS "createdAt",
      (SELECT coalesce(json_agg(json_build_object('id', a.id, 'name', a.name, 'mediaType', a.media_type,
          'width', a.width, 'height', a.height, 'byteCount', a.byte_count) ORDER BY a.id), '[]')
        FROM ticket_attachments a WHERE a.unmatched_id = u.id) AS files,
      (SELECT to_json(received) FROM (SELECT ${receivedColumns} FROM received_mails r WHERE r.unmatched_id = u.id)
        received) AS received
    FROM unmatched_mails u WHERE u.id = ${id}::uuid`;
  if (!row) return null;
  const { received, ...mail } = row;
  return { ...mail, email: received, suggestions: await suggestTickets(mail) };
}

/** Tickets that a mail names by its address or subject, then the latest of its sender. */
async function suggestTickets({
  fromAddress,
  subject,
  ticketNumber,
}: {
  fromAddress: string;
  subject: string;
  ticketNumber: number | null;
}): Promise<SuggestedTicket[]> {
  const named = [ticketNumber, ticketNumberIn(subject)].filter((number) => number !== null);
  const numbers = Prisma.sql`ARRAY[${named.length > 0 ? Prisma.join(named) : Prisma.empty}]::int[]`;
  return prisma().$queryRaw<SuggestedTicket[]>`
    SELECT t.number, t.subject, t.status::text, t.name, t.email, t.latest_at AS "latestAt"
    FROM tickets t
    WHERE t.confirmed_at IS NOT NULL AND (t.number = ANY(${numbers})
      OR (t.email = ${fromAddress} AND ${fromAddress} <> '')
      OR t.user_id = (SELECT u.id FROM users u WHERE u.email = ${fromAddress}))
    ORDER BY t.number = ANY(${numbers}) DESC, lower(t.subject) = ${bareSubject(subject)} DESC, t.latest_at DESC, t.id DESC
    LIMIT 6`;
}

/** Deletes a mail that fits no ticket, with its files. @throws {Refusal} not_allowed; not_found */
export async function deleteUnmatched(actor: Actor, id: string): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'tickets:answer');
    const { count } = await tx.db.unmatchedMail.deleteMany({ where: { id } });
    if (count === 0) throw new Refusal('not_found', 'That email is no longer here.');
    await recordAudit(tx, actor, {
      action: 'unmatched_mail_deleted',
      subject: { type: 'unmatched_mail', id },
    });
  });
}
