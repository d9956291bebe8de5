import type { ConnectedModel } from '#app/platform/ai/connection.server.ts';
import { failureOf } from '#app/platform/ai/failure.server.ts';
import { openSdk } from '#app/platform/ai/sdk.server.ts';
import type { EmbeddingSettings } from '#app/platform/settings/assistant.server.ts';

/** A connected model whose provider also has embeddings. */
export type Embedder = ConnectedModel & { embedding: EmbeddingSettings };

/** Texts in numbers: one row of them for each, and the tokens that were read for it. */
interface Embedded {
  vectors: number[][];
  tokens: number;
}

/** Has the provider embed texts, in one call. @throws {ModelError} whatever goes wrong; the signal's reason when it is called off. */
export async function embed(
  embedder: Embedder,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Embedded> {
  const { model, dimensions } = embedder.embedding;
  try {
    const { ai, provider } = await openSdk(embedder);
    const { embeddings, usage } = await ai.embedMany({
      model: provider.embedding(model),
      values: [...texts],
      maxRetries: 0,
      maxParallelCalls: 1,
      abortSignal: signal,
      ...(dimensions === null ? {} : { dimensions }),
    });
    return { vectors: embeddings, tokens: usage.tokens };
  } catch (error) {
    signal.throwIfAborted();
    throw failureOf(error);
  }
}
