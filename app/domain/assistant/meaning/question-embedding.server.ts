import { reserve } from '#app/domain/assistant/budget.server.ts';
import { withDatabaseSlot } from '#app/domain/assistant/database-slots.ts';
import { findMaker, type Maker, vectorLiteral } from '#app/domain/assistant/meaning/vectors.server.ts';
import { findModel, ModelError } from '#app/platform/ai/connection.server.ts';
import { type Embedder, embed } from '#app/platform/ai/embedding.server.ts';
import { tokensOf } from '#app/platform/ai/text-generation.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { log } from '#app/platform/log.server.ts';

// What a question means, in numbers: a help that an answer does not wait for, and is given without.

/** An answer waits so long for it, in milliseconds. */
const timeoutMs = 700;
/** A provider that failed is left alone for so long, in milliseconds. */
const backoffMs = 30_000;
/** So long it is believed what the database has, in milliseconds. */
const makerCacheMs = 60_000;

/** What this process knows of the vectors, and when it looked; and until when the provider is left alone. */
let cachedMaker: { maker: Maker | null; at: number } | null = null;
let backoffUntil = 0;

/** Looks anew at the next question: what was known turned out otherwise, or has been changed. */
export function resetMeaningCache(): void {
  cachedMaker = null;
  backoffUntil = 0;
}

/** The connected model, where its provider has embeddings. */
export function findEmbedder(): Embedder | null {
  const connected = findModel();
  return connected?.embedding ? { ...connected, embedding: connected.embedding } : null;
}

async function hasVectorsOf({ embedding }: Embedder): Promise<boolean> {
  const time = now().getTime();
  if (!cachedMaker || Math.abs(time - cachedMaker.at) > makerCacheMs)
    cachedMaker = { maker: await findMaker(), at: time };
  return cachedMaker.maker?.model === embedding.model;
}

/** What a question means, for the search to compare, and from which likeness on a passage speaks of it for certain. */
export interface Meaning {
  vector: string;
  certainFrom: number | null;
}

/**
 * What a question means; null where no embeddings are configured, none are there, the day's budget is used up, or the provider is slow or
 * refuses: then it is left alone for half a minute. Never throws. No query without embeddings configured, at most two statements with, in
 * turns of their own.
 */
export async function embedQuestion(
  userId: string,
  question: string,
  callerSignal = new AbortController().signal,
): Promise<Meaning | null> {
  const embedder = findEmbedder();
  if (!embedder || now().getTime() < backoffUntil) return null;
  try {
    if (!(await withDatabaseSlot(() => hasVectorsOf(embedder)))) return null;
    const used = { inputTokens: tokensOf(question), outputTokens: 0 };
    const { price, certainFrom } = embedder.embedding;
    const prices = { inputPrice: price, outputPrice: 0 };
    if (!(await withDatabaseSlot(() => reserve(userId, prices, used)))) return null;
    const signal = AbortSignal.any([callerSignal, AbortSignal.timeout(timeoutMs)]);
    const { vectors } = await embed(embedder, [question], signal);
    const [vector] = vectors;
    return vector ? { vector: vectorLiteral(vector), certainFrom } : null;
  } catch (error) {
    if (callerSignal.aborted) return null;
    backoffUntil = now().getTime() + backoffMs;
    const reason = error instanceof ModelError ? error.reason : String(error);
    log().warn({ event: 'assistant_embedding_failed', reason }, 'a question was not embedded');
    return null;
  }
}
