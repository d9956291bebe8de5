import { prisma, type Transaction } from '#app/platform/database/client.server.ts';
import { joinedBytes } from '#app/platform/joined-bytes.ts';

// A ticket's file may have 5 MB. Sent to the database as one parameter, or read as one value, it holds everybody up for a tenth of a second.

/** So many bytes are written to the database, or read, at a time. */
const pieceBytes = 500_000;

/** What the row of a file holds of it. */
export const firstPiece = (bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  bytes.subarray(0, pieceBytes);

/** Stores what follows the first piece of a file, as part of `tx`. */
export async function storeFurtherPieces(
  tx: Transaction,
  attachmentId: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  for (let position = 1; position * pieceBytes < bytes.byteLength; position += 1) {
    const piece = bytes.subarray(position * pieceBytes, (position + 1) * pieceBytes);
    await tx.db.ticketAttachmentPiece.create({ data: { attachmentId, position, bytes: piece } });
  }
}

/** All bytes of a file whose first ones are at hand. One query for each further 500 kB; a file stored before there were pieces has none. */
export async function readAttachmentBytes({
  id,
  byteCount,
  bytes,
}: {
  id: string;
  byteCount: number;
  bytes: Uint8Array<ArrayBuffer>;
}): Promise<Uint8Array<ArrayBuffer>> {
  if (bytes.byteLength >= byteCount) return bytes;
  const pieces = [bytes];
  for (let length = bytes.byteLength; length < byteCount; ) {
    const attachmentId_position = { attachmentId: id, position: pieces.length };
    const piece = await prisma().ticketAttachmentPiece.findUniqueOrThrow({
      where: { attachmentId_position },
    });
    pieces.push(piece.bytes);
    length += piece.bytes.byteLength;
  }
  return joinedBytes(pieces, new ArrayBuffer(byteCount));
}
