import '#app/domain/assistant/meaning/jobs.ts';
import { countForAll } from '#app/domain/assistant/budget.server.ts';
import { findEmbedder, resetMeaningCache } from '#app/domain/assistant/meaning/question-embedding.server.ts';
import {
  deleteOrphanedVectors,
  findMaker,
  keepVectors,
  listUnembedded,
  NoVectors,
  prepareVectorTables,
  turnOnExtension,
} from '#app/domain/assistant/meaning/vectors.server.ts';
import { type Embedder, embed } from '#app/platform/ai/embedding.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { log } from '#app/platform/log.server.ts';

/** Passages that are embedded in one call. */
const batch = 64;
/** How long one call may take, in milliseconds. */
const timeoutMs = 60_000;

/** Keeps how it stands, for the admins' page; what is new is told in the log too. */
async function recordNote(note: string): Promise<void> {
  const { count } = await prisma().searchState.updateMany({
    where: { OR: [{ embeddingNote: null }, { embeddingNote: { not: note } }] },
    data: { embeddingNote: note },
  });
  if (count > 0) log().info({ event: 'assistant_embeddings', note }, 'how embeddings stand');
}

/**
 * Has the provider embed the passages whose text has changed since, in batches that are each kept at once: cut off, it goes on where it
 * was. Nothing where no embeddings are configured, or the server has no pgvector; that is told to the admins. Safe to repeat.
 * @returns how many were embedded.
 * @throws {ModelError} where the provider does not answer.
 */
export async function embedPassages(): Promise<number> {
  const embedder = findEmbedder();
  if (!embedder) return 0;
  try {
    await turnOnExtension();
    return await embedAll(embedder);
  } catch (error) {
    if (!(error instanceof NoVectors)) throw error;
    await recordNote(`Passages are found by their words alone: ${error.message}.`);
    return 0;
  }
}

async function embedAll(embedder: Embedder): Promise<number> {
  const { model, price, dimensions } = embedder.embedding;
  const currentMaker = await findMaker();
  let isMade =
    currentMaker?.model === model && (dimensions === null || currentMaker.dimensions === dimensions);
  let count = 0;
  for (;;) {
    const passages = await listUnembedded(isMade, batch);
    if (passages.length === 0) break;
    const texts = passages.map(({ text }) => text);
    const { vectors, tokens } = await embed(embedder, texts, AbortSignal.timeout(timeoutMs));
    await countForAll({ inputPrice: price, outputPrice: 0 }, { inputTokens: tokens, outputTokens: 0 });
    // How many numbers a model makes is known when it has made some.
    await prepareVectorTables({ model, dimensions: vectors[0]?.length ?? 0 });
    isMade = true;
    await keepVectors(passages, vectors);
    count += passages.length;
  }
  const all = isMade ? await deleteOrphanedVectors() : 0;
  if (count > 0) resetMeaningCache();
  await recordNote(`${all.toLocaleString('en-US')} passages are also found by what they mean, by ${model}.`);
  return count;
}
