import { prisma } from '#app/platform/database/client.server.ts';
import { joinedBytes } from '#app/platform/joined-bytes.ts';

/** A file is stored in pieces of so many bytes; the last one may be smaller. */
const pieceBytes = 250_000;

/** Stores a file piece by piece, as it comes; never more than one of them is in memory. */
export class PieceWriter {
  readonly #importId: string;
  #position = 0;
  #buffer = Buffer.alloc(0);

  constructor(importId: string) {
    this.#importId = importId;
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#buffer = Buffer.concat([this.#buffer, bytes]);
    while (this.#buffer.length >= pieceBytes) {
      await this.#store(this.#buffer.subarray(0, pieceBytes));
      this.#buffer = Buffer.from(this.#buffer.subarray(pieceBytes));
    }
  }

  /** Stores what is left. */
  async end(): Promise<void> {
    if (this.#buffer.length > 0) await this.#store(this.#buffer);
  }

  async #store(bytes: Uint8Array): Promise<void> {
    await prisma().peopleImportPiece.create({
      data: { importId: this.#importId, position: this.#position, bytes: new Uint8Array(bytes) },
    });
    this.#position += 1;
  }
}

/** So many bytes of a stored file from a place on; fewer at its end. One query. */
export async function readStored(
  importId: string,
  from: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const first = Math.floor(from / pieceBytes);
  const pieces = await prisma().peopleImportPiece.findMany({
    where: { importId, position: { gte: first, lte: Math.floor((from + length - 1) / pieceBytes) } },
    orderBy: { position: 'asc' },
    select: { bytes: true },
  });
  const total = pieces.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  const all = await joinedBytes(
    pieces.map(({ bytes }) => bytes),
    new ArrayBuffer(total),
  );
  const start = from - first * pieceBytes;
  return all.slice(start, start + length);
}
