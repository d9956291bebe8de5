import { dirname, join } from 'node:path';
import {
  fitMetric,
  lengthBy,
  type Metric,
  type Projection,
  project,
} from '#app/domain/assistant/meaning/metric.ts';
import {
  bytesOfRecord,
  readSigned,
  recordsFrom,
  replaceFile,
} from '#app/domain/assistant/meaning/records.ts';
import { dimensions, fromSteps, hashOf, type Steps, toSteps } from '#app/domain/assistant/meaning/steps.ts';
import { fitTopic, sideOf, type Topic } from '#app/domain/assistant/meaning/topic.ts';
import { makeFolders } from '#app/platform/files/new-folder.ts';

// What the library's texts mean, as the encoder has it: made at build, kept by the hash of each text, a byte for each of its numbers. Before them
// stand the metric and the direction that are fitted to the library's questions.

/** The first bytes of the file: one of another form, or by another encoder, is made anew. */
const signature = Buffer.from('meaning4');
/** The metric's mean and inverse, the topic's direction and offset. */
const fittedLengths = [dimensions, dimensions ** 2, dimensions, 1];
const headLength = signature.length + 4 * fittedLengths.reduce((sum, length) => sum + length, 0);

/** Of each text: the value of one step, and the length by the metric. */
const recordNumbers = 2;

const fileOf = (projectDir: string) => join(projectDir, 'build/encodings.bin');

/** A text as it is kept: its vector, and how long that is by the metric; 0 where there is none. */
interface Encoding extends Steps {
  length: number;
}

/** What the build has made. */
interface EncodingFile {
  /** Null where no piece has two questions, or there is no file. */
  metric: Metric | null;
  /** Null where there is nothing to tell apart. */
  topic: Topic | null;
  /** By the hash of each text. */
  records: ReadonlyMap<string, Encoding>;
}

let loaded: { projectDir: string; file: EncodingFile } | undefined;

/** Reads the file anew when it is next asked: another process has written it. */
export function forgetEncodings(): void {
  loaded = undefined;
}

/** The numbers that stand before the texts, wherever they begin in memory. */
function readFitted(bytes: Buffer): Pick<EncodingFile, 'metric' | 'topic'> {
  let from = signature.length;
  const [mean, inverse, direction, offsets] = fittedLengths.map((length) => {
    const floats = new Float32Array(Uint8Array.from(bytes.subarray(from, from + 4 * length)).buffer);
    from += 4 * length;
    return floats;
  });
  return {
    metric: mean && inverse?.some((value) => value !== 0) ? { mean, inverse } : null,
    topic: direction?.some((value) => value !== 0) ? { direction, offset: offsets?.[0] ?? 0 } : null,
  };
}

/** What the build has made; nothing where there is none. Read once. */
function readEncodings(projectDir: string): EncodingFile {
  if (loaded?.projectDir === projectDir) return loaded.file;
  const records = new Map<string, Encoding>();
  const bytes = readSigned(fileOf(projectDir), signature);
  const whole = bytes && bytes.length >= headLength ? bytes : null;
  if (whole)
    for (const { hash, numbers, steps } of recordsFrom(whole, headLength, recordNumbers)) {
      const [step = 0, length = 0] = numbers;
      records.set(hash, { step, length, steps });
    }
  const file = { ...(whole ? readFitted(whole) : { metric: null, topic: null }), records };
  loaded = { projectDir, file };
  return file;
}

/** What is encoded. The metric is fitted to the questions of each piece, the topic to them and those of other trades. */
interface EncodedTexts {
  pieces: readonly (readonly string[])[];
  about: readonly string[];
  elsewhere: readonly string[];
}

/**
 * Makes the file of what texts mean, where `encode` makes what is not in it yet. Texts that are gone are left out, and what is
 * fitted to them is made anew.
 * @returns how many were made.
 */
export async function writeEncodings(
  { pieces, about, elsewhere }: EncodedTexts,
  encode: (texts: readonly string[]) => Promise<Float32Array>,
  projectDir = process.cwd(),
): Promise<number> {
  const { records } = readEncodings(projectDir);
  const distinct = [...new Set([...pieces.flat(), ...about, ...elsewhere])];
  const missing = distinct.filter((text) => !records.has(hashOf(text)));
  const vectors = missing.length > 0 ? await encode(missing) : new Float32Array();
  const newSteps = new Map(
    missing.map((text, at) => [text, toSteps(vectors.subarray(at * dimensions, (at + 1) * dimensions))]),
  );
  const stepsOf = (text: string) => records.get(hashOf(text)) ?? newSteps.get(text);
  const vectorsOf = (texts: readonly string[]) =>
    texts.flatMap((text) => {
      const steps = stepsOf(text);
      return steps ? [fromSteps(steps)] : [];
    });
  const questions = pieces.map(vectorsOf);
  const metric = fitMetric(questions);
  const topic = fitTopic(questions.flat(), vectorsOf(elsewhere));
  const chunks: Buffer[] = [
    signature,
    ...[
      metric?.mean ?? new Float32Array(dimensions),
      metric?.inverse ?? new Float32Array(dimensions ** 2),
      topic?.direction ?? new Float32Array(dimensions),
      Float32Array.of(topic?.offset ?? 0),
    ].map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  ];
  for (const text of distinct) {
    const record = stepsOf(text);
    if (!record) continue;
    const length = metric ? lengthBy(metric, fromSteps(record)) : 0;
    chunks.push(bytesOfRecord({ hash: hashOf(text), numbers: [record.step, length], steps: record.steps }));
  }
  makeFolders(dirname(fileOf(projectDir)));
  replaceFile(fileOf(projectDir), chunks);
  forgetEncodings();
  return missing.length;
}

/** A question as it is compared by the metric that the build has fitted; null where there is none. */
export function projectQuestion(question: Float32Array, projectDir = process.cwd()): Projection | null {
  const { metric } = readEncodings(projectDir);
  return metric && project(metric, question);
}

/** Whether a question is one of the library's trade rather than of others by the direction that the build has fitted: above 0 it is; null where there is none. */
export function topicSideOf(question: Float32Array, projectDir = process.cwd()): number | null {
  const { topic } = readEncodings(projectDir);
  return topic && sideOf(topic, question);
}

/** What several texts mean, to be compared with what a question means. Keeps those texts alone that nothing is known of. */
export class Encodings {
  readonly #size: number;
  readonly #steps: Int8Array;
  readonly #step: Float32Array;
  readonly #length: Float32Array;
  readonly #missing = new Map<string, number[]>();
  readonly #metric: Metric | null;

  constructor(texts: readonly string[], projectDir = process.cwd()) {
    this.#size = texts.length;
    this.#steps = new Int8Array(texts.length * dimensions);
    this.#step = new Float32Array(texts.length);
    this.#length = new Float32Array(texts.length);
    const { metric, records } = readEncodings(projectDir);
    this.#metric = metric;
    for (const [index, text] of texts.entries()) {
      const record = records.get(hashOf(text));
      if (record) this.#set(index, record);
      else this.#missing.set(text, [...(this.#missing.get(text) ?? []), index]);
    }
  }

  #set(index: number, { step, steps, length }: Encoding): void {
    this.#steps.set(steps, index * dimensions);
    this.#step[index] = step;
    this.#length[index] = length;
  }

  /** The texts that nothing is known of. */
  get missing(): readonly string[] {
    return [...this.#missing.keys()];
  }

  /** Takes up what missing texts mean. */
  add(texts: readonly string[], vectors: Float32Array): void {
    for (const [place, text] of texts.entries()) {
      const indexes = this.#missing.get(text);
      if (!indexes) continue;
      const vector = vectors.subarray(place * dimensions, (place + 1) * dimensions);
      const length = this.#metric ? lengthBy(this.#metric, vector) : 0;
      for (const index of indexes) this.#set(index, { ...toSteps(vector), length });
      this.#missing.delete(text);
    }
  }

  #product(index: number, vector: Float32Array): number {
    const from = index * dimensions;
    let sum = 0;
    for (let place = 0; place < dimensions; place += 1)
      sum += (this.#steps[from + place] ?? 0) * (vector[place] ?? 0);
    return sum * (this.#step[index] ?? 0);
  }

  /** How near each text is to a question in meaning (cosine, 1 is the same); NaN where that is not known. */
  likenessTo(question: Float32Array): Float64Array {
    return Float64Array.from({ length: this.#size }, (_, index) =>
      this.#step[index] ? this.#product(index, question) : Number.NaN,
    );
  }

  /** The same by the metric that is fitted to the library. */
  likenessBy({ vector, offset }: Projection): Float64Array {
    return Float64Array.from({ length: this.#size }, (_, index) => {
      const length = this.#length[index] ?? 0;
      return length > 0 ? (this.#product(index, vector) - offset) / length : Number.NaN;
    });
  }
}
