import { setImmediate } from 'node:timers/promises';

/** Copying more at a time would hold others up: memory that nobody has touched yet costs far more than the copy itself. */
const bytesPerTurn = 1_000_000;

/** Copies pieces into one buffer as long as all of them, and lets others work meanwhile. */
export async function joinedBytes<Buffer extends ArrayBufferLike>(
  pieces: Iterable<Uint8Array>,
  buffer: Buffer,
): Promise<Uint8Array<Buffer>> {
  const bytes = new Uint8Array(buffer);
  let length = 0;
  let inTurn = 0;
  for (const piece of pieces)
    for (let at = 0; at < piece.length; at += bytesPerTurn) {
      const part = piece.subarray(at, at + bytesPerTurn);
      bytes.set(part, length);
      length += part.length;
      inTurn += part.length;
      if (inTurn < bytesPerTurn) continue;
      inTurn = 0;
      await setImmediate();
    }
  return bytes;
}
