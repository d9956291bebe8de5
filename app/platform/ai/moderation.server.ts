import { z } from 'zod';
import { type ConnectedModel, ModelError } from '#app/platform/ai/connection.server.ts';
import { failureOf } from '#app/platform/ai/failure.server.ts';
import { fetchDirectly } from '#app/platform/outgoing/direct-fetch.server.ts';

const answerSchema = z.object({ results: z.array(z.object({ flagged: z.boolean() })).min(1) });

/** Whether the provider's moderation finds nothing wrong with a text. @throws {ModelError} where it does not say. */
export async function isDecent(
  connected: ConnectedModel,
  text: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { baseUrl, apiKey } = connected;
  try {
    const answer = await fetchDirectly(`${baseUrl}/moderations`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({ input: text }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(5_000)]),
    });
    if (!answer.ok) throw new ModelError('refused', `The moderation answered with status ${answer.status}.`);
    const { results } = answerSchema.parse(await answer.json());
    return !results.some(({ flagged }) => flagged);
  } catch (error) {
    signal.throwIfAborted();
    throw failureOf(error);
  }
}
