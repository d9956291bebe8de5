import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dimensions, hashLength } from '#app/domain/assistant/meaning/steps.ts';

// Files of vectors: a signature, what else there is, and a record for each text: its hash, some numbers, and the steps of its vector.

/** A text's record. */
interface VectorRecord {
  /** In hexadecimal digits. */
  hash: string;
  numbers: number[];
  steps: Int8Array;
}

/** The bytes of a file that begins with this signature; none where there is no file, or one of another form. */
export function readSigned(path: string, signature: Buffer): Buffer | null {
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  return bytes.subarray(0, signature.length).equals(signature) ? bytes : null;
}

/** The records of a file from a place on, each with so many numbers. */
export function* recordsFrom(bytes: Buffer, start: number, numberCount: number): Generator<VectorRecord> {
  const stepsAt = hashLength + 4 * numberCount;
  const length = stepsAt + dimensions;
  for (let at = start; at + length <= bytes.length; at += length)
    yield {
      hash: bytes.subarray(at, at + hashLength).toString('hex'),
      numbers: Array.from({ length: numberCount }, (_, index) =>
        bytes.readFloatLE(at + hashLength + 4 * index),
      ),
      steps: new Int8Array(bytes.buffer, bytes.byteOffset + at + stepsAt, dimensions),
    };
}

/** A record as a file has it. */
export function bytesOfRecord({ hash, numbers, steps }: VectorRecord): Buffer {
  const head = Buffer.alloc(hashLength + 4 * numbers.length);
  head.write(hash, 'hex');
  for (const [index, number] of numbers.entries()) head.writeFloatLE(number, hashLength + 4 * index);
  return Buffer.concat([head, Buffer.from(steps)]);
}

/** Writes a file whole or not at all: whoever reads it meanwhile reads the one that was there. */
export function replaceFile(path: string, chunks: readonly Buffer[]): void {
  const newFile = `${path}.${process.pid}`;
  writeFileSync(newFile, Buffer.concat(chunks));
  renameSync(newFile, path);
}
