import { Readable, type Transform } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';
import { joinedBytes } from '#app/platform/joined-bytes.ts';

// A mail may have 25 MB. Compressing, copying, writing or reading so much at once holds everybody up for half a second, so all of it is
// done in pieces.

/** No mail is larger than this, in bytes. */
const maxBytes = 100_000_000;

/** So many bytes are written to the database, or read, at a time. */
const pieceBytes = 500_000;
/** So many are handed to the compressor at a time. */
const slice = 65_536;

function* slicesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += slice) yield bytes.subarray(at, at + slice);
}

/** What comes out of a compressor, or of what undoes it, as pieces. */
async function through(source: Iterable<Uint8Array>, transform: Transform): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const input = Readable.from(source, { objectMode: false });
  input.on('error', (error) => transform.destroy(error));
  for await (const chunk of input.pipe(transform)) {
    length += (chunk as Buffer).length;
    if (length > maxBytes) throw new Error('a kept mail is larger than any mail');
    pieces.push(chunk as Buffer);
  }
  return pieces;
}

const joined = async (pieces: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> => {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return joinedBytes(pieces, new ArrayBuffer(length));
};

/** A mail as it is kept in the database: compressed, in pieces. */
export async function packSource(raw: Uint8Array): Promise<Uint8Array<ArrayBuffer>[]> {
  const packed: Uint8Array<ArrayBuffer>[] = [];
  let open: Uint8Array[] = [];
  let length = 0;
  const close = async () => {
    packed.push(await joined(open));
    open = [];
    length = 0;
  };
  for (const chunk of await through(slicesOf(raw), createGzip({ chunkSize: slice }))) {
    if (length + chunk.length > pieceBytes) await close();
    open.push(chunk);
    length += chunk.length;
  }
  await close();
  return packed;
}

/** Keeps what follows the first piece of a mail's source, which its row has. */
export async function keepFurtherPieces(
  tx: Transaction,
  mailId: string,
  pieces: readonly Uint8Array<ArrayBuffer>[],
): Promise<void> {
  for (const [position, bytes] of pieces.entries())
    if (position > 0) await tx.db.receivedMailPiece.create({ data: { mailId, position, bytes } });
}

/** A kept mail as it came; null for an unknown one. One query, and one for each further piece of a large one. */
export async function findMailSource(id: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const mail = await prisma().receivedMail.findUnique({
    where: { id },
    select: { source: true, _count: { select: { pieces: true } } },
  });
  if (!mail) return null;
  const pieces: Uint8Array[] = [mail.source];
  while (pieces.length <= mail._count.pieces) {
    const mailId_position = { mailId: id, position: pieces.length };
    const { bytes } = await prisma().receivedMailPiece.findUniqueOrThrow({ where: { mailId_position } });
    pieces.push(bytes);
  }
  return joined(await through(pieces, createGunzip({ chunkSize: slice })));
}
