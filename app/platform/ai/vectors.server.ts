import type { ConnectedModel } from '#app/platform/ai/connection.server.ts';
import { failureOf } from '#app/platform/ai/failure.server.ts';
import { openSdk } from '#app/platform/ai/sdk.server.ts';

/**
 * Vectors of texts, in their order, by the model for that, and the tokens they took.
 * @throws {ModelError}, also where no such model is configured.
 */
export async function embedTexts(
  connected: ConnectedModel,
  texts: readonly string[],
  { timeoutMs, maxRetries }: { timeoutMs: number; maxRetries: number },
): Promise<{ vectors: number[][]; tokens: number }> {
  if (connected.embeddingModel === null) throw failureOf(new Error('no model for vectors'));
  const { ai, provider } = await openSdk(connected);
  try {
    const { embeddings, usage } = await ai.embedMany({
      model: provider.embedding(connected.embeddingModel),
      values: [...texts],
      maxRetries,
      abortSignal: AbortSignal.timeout(timeoutMs),
    });
    return { vectors: embeddings, tokens: usage.tokens || 0 };
  } catch (error) {
    throw failureOf(error);
  }
}
