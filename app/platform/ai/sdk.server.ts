import type { ConnectedModel } from '#app/platform/ai/connection.server.ts';
import { fetchDirectly } from '#app/platform/outgoing/direct-fetch.server.ts';

/** The SDK and a provider of it. It is large, and loaded when a model is asked for the first time. */
export async function openSdk({ apiKey, baseUrl }: ConnectedModel) {
  const [ai, { createOpenAI }] = await Promise.all([import('ai'), import('@ai-sdk/openai')]);
  return { ai, provider: createOpenAI({ apiKey, baseURL: baseUrl, fetch: fetchDirectly }) };
}

/** Asks the provider to keep nothing of what it is told, where it can be asked. */
export const privately = ({ isAskedToForget }: ConnectedModel): Record<string, { store: boolean }> =>
  isAskedToForget ? { openai: { store: false } } : {};
