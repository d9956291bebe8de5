import { type Asker, ownTicket } from '#app/domain/talk/support/asker.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** A mail as it was received, without its source. */
export interface ReceivedMailDetails {
  id: string;
  fromAddress: string;
  fromName: string;
  subject: string;
  /** All of its words. */
  text: string;
  /** Files that are not among those of its message. */
  leftOut: { name: string; type: string; byteCount: number; reason: string }[];
  /** What could not be read of it, as sentences. */
  problems: string[];
  byteCount: number;
  createdAt: Date;
}

/** A received mail, and the ticket it is in; null for a mail that fits none. */
export interface ReceivedMailPage extends ReceivedMailDetails {
  ticketNumber: number | null;
}

/** The columns of `ReceivedMailDetails`, of received_mails as r. */
export const receivedColumns = Prisma.sql`r.id, r.from_address AS "fromAddress", r.from_name AS "fromName", r.subject, r.text,
  r.left_out AS "leftOut", r.problems, r.byte_count AS "byteCount", r.created_at AS "createdAt"`;

async function find(id: string, condition: Prisma.Sql): Promise<ReceivedMailPage | null> {
  const [mail] = await prisma().$queryRaw<ReceivedMailPage[]>`
    SELECT ${receivedColumns}, t.number AS "ticketNumber"
    FROM received_mails r
    LEFT JOIN ticket_messages m ON m.id = r.message_id
    LEFT JOIN tickets t ON t.id = m.ticket_id
    WHERE r.id = ${id}::uuid AND ${condition}`;
  return mail ?? null;
}

/** A mail as the team reads it whole; null for an unknown one. One query. */
export const findReceivedMail = (id: string): Promise<ReceivedMailPage | null> => find(id, Prisma.sql`true`);

/** A mail of one of one's own tickets; null for any other. One query. */
export async function findOwnReceivedMail(
  asker: Pick<Extract<Asker, { userId: string }>, 'userId'> | { token: string },
  id: string,
): Promise<ReceivedMailPage | null> {
  if (!('token' in asker))
    return find(id, Prisma.sql`m.author <> 'note' AND t.user_id = ${asker.userId}::uuid`);
  const own = ownTicket(asker);
  return own && find(id, Prisma.sql`m.author <> 'note' AND t.user_id IS NULL AND t.number = ${own.number}`);
}
