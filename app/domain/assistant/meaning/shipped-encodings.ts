import {
  bytesOfRecord,
  readSigned,
  recordsFrom,
  replaceFile,
} from '#app/domain/assistant/meaning/records.ts';
import { dimensions, fromSteps, hashOf, type Steps, toSteps } from '#app/domain/assistant/meaning/steps.ts';

// What the library's texts mean, as it is committed beside the build's plugins: a build encodes only what was written since, since encoding
// all of them takes minutes.

/** The first bytes: those of another encoder are not read. */
const signature = Buffer.from('minilm-1');
/** Of each text: the value of one step. */
const recordNumbers = 1;

type Encode = (texts: readonly string[]) => Promise<Float32Array>;

/** The vectors of a file, by the hash of each text; none where there is no file, or one of another form. */
export function readShipped(path: string): Map<string, Steps> {
  const records = new Map<string, Steps>();
  const bytes = readSigned(path, signature);
  if (!bytes) return records;
  for (const { hash, numbers, steps } of recordsFrom(bytes, signature.length, recordNumbers))
    records.set(hash, { step: numbers[0] ?? 0, steps });
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
  const chunks = distinct.map(([hash], index) => {
    const { step, steps } = toSteps(vectors.subarray(index * dimensions, (index + 1) * dimensions));
    return bytesOfRecord({ hash, numbers: [step], steps });
  });
  replaceFile(path, [signature, ...chunks]);
}
