import { createHash } from 'node:crypto';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { joinedBytes } from '#app/platform/joined-bytes.ts';
import { IsolatedTaskError } from '#app/platform/runtime/workers/isolated-tasks.server.ts';
import { storableFileName } from '#app/platform/storable-text.ts';

/** A file as it comes in. */
export interface ReceivedFile {
  name: string;
  chunks: AsyncIterable<Uint8Array>;
}

/** A file that is here whole. */
export interface WholeFile {
  fileName: string;
  bytes: Uint8Array<ArrayBuffer>;
  contentHash: Uint8Array<ArrayBuffer>;
}

/** What keeps a file from being imported, said beside its field. */
export const refusedFile = (problem: string) => new Refusal('invalid', problem, 'files');

/** Takes a file as it comes; reading stops where it is larger. @throws {Refusal} invalid (field files) */
export async function receiveWhole({ name, chunks }: ReceivedFile, maxBytes: number): Promise<WholeFile> {
  const fileName = storableFileName(name, 'file');
  const hash = createHash('sha256');
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.byteLength;
    if (length > maxBytes)
      throw refusedFile(
        `This file is larger than ${Math.floor(maxBytes / 1_000_000)} MB. Split it, then upload the parts.`,
      );
    hash.update(chunk);
    pieces.push(chunk);
  }
  if (length === 0) throw refusedFile('This file is empty.');
  const bytes = await joinedBytes(pieces, new ArrayBuffer(length));
  return { fileName, bytes, contentHash: new Uint8Array(hash.digest()) };
}

/** Waits for a file to be read in its thread. @throws {Refusal} invalid or unavailable (field files) where that has no end */
export async function refuseUnreadFile<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof IsolatedTaskError)) throw error;
    if (error.isTemporary)
      throw new Refusal(
        'unavailable',
        'Too many files are being read right now. Please try again in a minute.',
        'files',
      );
    throw refusedFile(
      'This file takes too long, or too much memory, to read. Split it, then upload the parts.',
    );
  }
}
