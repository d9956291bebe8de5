import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import {
  dimensions,
  fromSteps,
  hashLength,
  hashOf,
  type Steps,
  toSteps,
} from '#app/domain/assistant/meaning/steps.ts';

// What the library's texts mean, as it is committed beside the build's plugins: a build encodes only what was written since, since encoding
// all of them takes minutes.

/** The first bytes: those of another encoder are not read. */
const signature = Buffer.from('minilm-1');
/** A hash, the value of one step, and the steps. */
const recordLength = hashLength + 4 + dimensions;

type Encode = (texts: readonly string[]) => Promise<Float32Array>;

/** The vectors of a file, by the hash of each text; none where there is no file, or one of another form. */
export function readShipped(path: string): Map<string, Steps> {
  const records = new Map<string, Steps>();
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  if (!bytes.subarray(0, signature.length).equals(signature)) return records;
  for (let at = signature.length; at + recordLength <= bytes.length; at += recordLength)
    records.set(bytes.subarray(at, at + hashLength).toString('hex'), {
      step: bytes.readFloatLE(at + hashLength),
      steps: new Int8Array(bytes.buffer, bytes.byteOffset + at + hashLength + 4, dimensions),
    });
  return records;
}

/** Encodes texts, of which those in the file are taken from there. */
export function encodeUnshipped(path: string, encode: Encode): Encode {
  const records = readShipped(path);
  return async (texts) => {
    const missing = texts.filter((text) => !records.has(hashOf(text)));
    const newVectors = missing.length > 0 ? await encode(missing) : new Float32Array();
    const vectors = new Float32Array(texts.length * dimensions);
    let newIndex = 0;
    for (const [index, text] of texts.entries()) {
      const record = records.get(hashOf(text));
      vectors.set(
        record ? fromSteps(record) : newVectors.subarray(newIndex * dimensions, (newIndex + 1) * dimensions),
        index * dimensions,
      );
      if (!record) newIndex += 1;
    }
    return vectors;
  };
}

/** Writes the file for these texts and no others, in the order of their hashes so that an addition moves little. */
export async function writeShipped(path: string, texts: readonly string[], encode: Encode): Promise<void> {
  const distinct = [...new Map(texts.map((text) => [hashOf(text), text]))].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const vectors = await encodeUnshipped(path, encode)(distinct.map(([, text]) => text));
  const chunks = distinct.map(([textHash], index) => {
    const { step, steps } = toSteps(vectors.subarray(index * dimensions, (index + 1) * dimensions));
    const head = Buffer.alloc(hashLength + 4);
    head.write(textHash, 'hex');
    head.writeFloatLE(step, hashLength);
    return Buffer.concat([head, Buffer.from(steps)]);
  });
  const newFile = `${path}.${process.pid}`;
  writeFileSync(newFile, Buffer.concat([signature, ...chunks]));
  renameSync(newFile, path);
}
