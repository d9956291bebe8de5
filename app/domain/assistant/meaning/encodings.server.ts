import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// What the library's texts mean, as the encoder has it: made at build, kept by the hash of each text, a byte for each of its numbers.

/** How many numbers the encoder makes of a text. */
export const dimensions = 512;

const hashLength = 8;
/** A hash, the value of one step, and the steps. */
const recordLength = hashLength + 4 + dimensions;

const fileOf = (projectDir: string) => join(projectDir, 'build/encodings.bin');

const hashOf = (text: string) => createHash('sha256').update(text).digest().subarray(0, hashLength);

/** A vector in whole steps of its largest number. */
interface Steps {
  step: number;
  steps: Int8Array;
}

/** A vector as it is kept: a number is off by less than half a hundredth of the largest. */
function toSteps(vector: Float32Array): Steps {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const step = largest / 127;
  return { step, steps: Int8Array.from(vector, (value) => (step === 0 ? 0 : Math.round(value / step))) };
}

let loaded: { projectDir: string; records: ReadonlyMap<string, Steps> } | undefined;

/** Reads the file anew when it is next asked: another process has written it. */
export function forgetEncodings(): void {
  loaded = undefined;
}

/** What the build has made, by the hash of each text; nothing where there is none. Read once. */
function readEncodings(projectDir: string): ReadonlyMap<string, Steps> {
  if (loaded?.projectDir === projectDir) return loaded.records;
  const records = new Map<string, Steps>();
  if (existsSync(fileOf(projectDir))) {
    const bytes = readFileSync(fileOf(projectDir));
    for (let at = 0; at + recordLength <= bytes.length; at += recordLength)
      records.set(bytes.subarray(at, at + hashLength).toString('hex'), {
        step: bytes.readFloatLE(at + hashLength),
        steps: new Int8Array(bytes.buffer, bytes.byteOffset + at + hashLength + 4, dimensions),
      });
  }
  loaded = { projectDir, records };
  return records;
}

/**
 * Makes the file of what texts mean, where `encode` makes what is not in it yet. Texts that are gone are left out.
 * @returns how many were made.
 */
export async function writeEncodings(
  texts: Iterable<string>,
  encode: (texts: readonly string[]) => Promise<Float32Array>,
  projectDir = process.cwd(),
): Promise<number> {
  const records = readEncodings(projectDir);
  const distinct = [...new Set(texts)].map((text) => ({ text, hash: hashOf(text) }));
  const missing = distinct.filter(({ hash }) => !records.has(hash.toString('hex')));
  const vectors = missing.length > 0 ? await encode(missing.map(({ text }) => text)) : new Float32Array();
  const encoded = new Map(
    missing.map(({ text }, at) => [text, toSteps(vectors.subarray(at * dimensions, (at + 1) * dimensions))]),
  );
  const chunks: Buffer[] = [];
  for (const { text, hash } of distinct) {
    const record = records.get(hash.toString('hex')) ?? encoded.get(text);
    if (!record) continue;
    const head = Buffer.alloc(hashLength + 4);
    hash.copy(head);
    head.writeFloatLE(record.step, hashLength);
    chunks.push(head, Buffer.from(record.steps));
  }
  // Whole or not at all: a site that starts meanwhile reads the one that was there.
  const newFile = `${fileOf(projectDir)}.${process.pid}`;
  mkdirSync(dirname(newFile), { recursive: true });
  writeFileSync(newFile, Buffer.concat(chunks));
  renameSync(newFile, fileOf(projectDir));
  forgetEncodings();
  return missing.length;
}

/** What several texts mean, to be compared with what a question means. */
export class Encodings {
  readonly #steps: Int8Array;
  readonly #step: Float32Array;
  readonly #texts: readonly string[];

  constructor(texts: readonly string[], projectDir = process.cwd()) {
    this.#texts = texts;
    this.#steps = new Int8Array(texts.length * dimensions);
    this.#step = new Float32Array(texts.length);
    const records = readEncodings(projectDir);
    for (const [index, text] of texts.entries()) {
      const record = records.get(hashOf(text).toString('hex'));
      if (record) this.#set(index, record);
    }
  }

  #set(index: number, { step, steps }: Steps): void {
    this.#steps.set(steps, index * dimensions);
    this.#step[index] = step;
  }

  /** The texts that nothing is known of. */
  get missing(): readonly string[] {
    return this.#texts.filter((_, index) => this.#step[index] === 0);
  }

  /** Takes up what missing texts mean. */
  add(texts: readonly string[], vectors: Float32Array): void {
    const places = new Map(texts.map((text, index) => [text, index]));
    for (const [index, text] of this.#texts.entries()) {
      const place = places.get(text);
      if (place !== undefined && this.#step[index] === 0)
        this.#set(index, toSteps(vectors.subarray(place * dimensions, (place + 1) * dimensions)));
    }
  }

  /** How near each text is to a question in meaning (cosine, 1 is the same); NaN where that is not known. */
  likenessTo(question: Float32Array): Float64Array {
    const likeness = new Float64Array(this.#texts.length).fill(Number.NaN);
    for (let index = 0; index < likeness.length; index += 1) {
      const step = this.#step[index] ?? 0;
      if (step === 0) continue;
      const from = index * dimensions;
      let sum = 0;
      for (let place = 0; place < dimensions; place += 1)
        sum += (this.#steps[from + place] ?? 0) * (question[place] ?? 0);
      likeness[index] = sum * step;
    }
    return likeness;
  }
}
