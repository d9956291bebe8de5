import { type Asker, ownTicket } from '#app/domain/talk/support/asker.server.ts';
import type { Attachment } from '#app/domain/talk/support/attachments.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';
import type { Prisma } from '#app/platform/database/generated/client.ts';
import {
  firstPiece,
  readAttachmentBytes,
  storeFurtherPieces,
} from '#app/platform/files/attachment-pieces.server.ts';

/** Stores files beside a message (its id) or beside a mail that fits no ticket yet, as part of `tx`. */
export async function storeAttachments(
  tx: Transaction,
  beside: string | { unmatchedId: string },
  attachments: readonly Attachment[],
): Promise<void> {
  const createdAt = now();
  for (const { bytes, ...file } of attachments) {
    const { id } = await tx.db.ticketAttachment.create({
      data: {
        ...file,
        ...(typeof beside === 'string' ? { messageId: beside } : beside),
        bytes: firstPiece(bytes),
        byteCount: bytes.byteLength,
        createdAt,
      },
      select: { id: true },
    });
    await storeFurtherPieces(tx, id, bytes);
  }
}

/** A stored file, to be sent to somebody who may see it. */
interface StoredFile {
  name: string;
  mediaType: string;
  bytes: Uint8Array<ArrayBuffer>;
}

async function findAttachment(where: Prisma.TicketAttachmentWhereInput): Promise<StoredFile | null> {
  const file = await prisma().ticketAttachment.findFirst({
    where,
    select: { id: true, name: true, mediaType: true, byteCount: true, bytes: true },
  });
  return file && { name: file.name, mediaType: file.mediaType, bytes: await readAttachmentBytes(file) };
}

/** A file of one's own ticket, notes of the team's left out; null for any other. One query, and one for each further 500 kB. */
export async function findOwnAttachment(
  asker: Pick<Extract<Asker, { userId: string }>, 'userId'> | { token: string },
  id: string,
): Promise<StoredFile | null> {
  const own = 'token' in asker ? ownTicket(asker) : { userId: asker.userId };
  if (!own) return null;
  return findAttachment({ id, message: { author: { not: 'note' }, ticket: own } });
}

/**
 * A file of any ticket, or of a mail that fits none, for the team, who may read all of them; null for an unknown one. One query, and one
 * for each further 500 kB.
 */
export async function findDeskAttachment(id: string): Promise<StoredFile | null> {
  return findAttachment({
    id,
    OR: [{ message: { ticket: { confirmedAt: { not: null } } } }, { unmatchedId: { not: null } }],
  });
}
