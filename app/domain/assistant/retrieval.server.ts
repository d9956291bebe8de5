import { withDatabaseSlot } from '#app/domain/assistant/database-slots.ts';
import { type Agreement, agreementOf, coverOf } from '#app/domain/assistant/finding/agreement.ts';
import { type LibraryIndex, libraryIndex } from '#app/domain/assistant/finding/library-index.server.ts';
import { pieceIdOf } from '#app/domain/assistant/finding/library-texts.ts';
import { type RankedPiece, rankPieces } from '#app/domain/assistant/finding/ranking.ts';
import { respellStems } from '#app/domain/assistant/finding/stem-spelling.ts';
import { stemsOf } from '#app/domain/assistant/finding/terms.ts';
import {
  embedQuestion,
  findEmbedder,
  type Meaning,
  resetMeaningCache,
} from '#app/domain/assistant/meaning/question-embedding.server.ts';
import { encodeQuestion, findKnownWords } from '#app/domain/assistant/meaning/question-encoding.server.ts';
import { inLibraryTerms, isAboutHere, subjectOf } from '#app/domain/assistant/question-words.ts';
import type { Citation } from '#app/domain/assistant/reply.ts';
import { mayReadLessons, mayUseAffiliateCentre } from '#app/domain/core/access/policy.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { findClosedDocuments } from '#app/domain/learning/courses/release-state.server.ts';
import type { Passage, PassageAudience } from '#app/domain/site/search/passages.server.ts';
import { respell } from '#app/domain/site/search/spelling.server.ts';
import { prisma, readPrepared } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { log } from '#app/platform/log.server.ts';

/** The passage of a piece that may answer a question. */
export interface FoundPassage extends Omit<Passage, 'audience'> {
  /** How its piece agrees with the question. */
  agreement: Agreement;
  /** How far its piece is ahead of the fourth, in the fused ranking's standard deviations; null where the encoder was not there. */
  ahead: number | null;
  /** How near it is in meaning by the operator's model, from 0 to 1; 0 where that is not known. */
  similarity: number;
  /** Whether it is so near that this counts as speaking of what is asked, by the operator's setting. */
  isMeant: boolean;
}

/** What was found for a question. */
export interface Retrieval {
  /** What was looked for, its spelling corrected. */
  question: string;
  replaced: ReadonlyMap<string, string>;
  /** One of each piece, the best first. */
  passages: FoundPassage[];
  /** The words looked for, stemmed, with how rare they are in the library. */
  rarity: ReadonlyMap<string, number>;
  /** Above 0 the question is rather one of the library than of another trade; null where that is not known. */
  lead: number | null;
  /** Whether it was asked in another language, and looked up by a few words alone: then nothing is certain. */
  isTranslated?: boolean;
}

/** Where nothing was looked up. */
export const nothingFound = (question: string): Retrieval => ({
  question,
  replaced: new Map(),
  passages: [],
  rarity: new Map(),
  lead: null,
});

/** What a reader may be shown of the library. */
function audiencesOf(viewer: Viewer): PassageAudience[] {
  return [
    'public',
    ...(mayReadLessons(viewer) ? (['member'] as const) : []),
    ...(mayUseAffiliateCentre(viewer) ? (['affiliate'] as const) : []),
  ];
}

/** The pieces that a release schedule keeps closed for a reader, who may otherwise read them. One query for members. */
const closedFor = async (viewer: Viewer, audiences: readonly PassageAudience[]): Promise<Set<string>> =>
  new Set(audiences.includes('member') ? await findClosedDocuments(viewer) : []);

/** An answer shows so many pieces at most. */
export const mostShown = 3;

/** So many of the nearest in meaning are taken from the operator's vectors. */
const depth = 40;

/** The passages nearest to what is asked by what they mean: of those that this reader may read, as the vectors' own search asks. One query. */
async function findNearest(
  { vector }: Meaning,
  audiences: readonly PassageAudience[],
): Promise<ReadonlyMap<string, number> | null> {
  try {
    const rows = await prisma().$queryRaw<{ id: string; likeness: number }[]>`
      SELECT id, 1 - distance AS likeness FROM passage_vectors.nearest(${vector}::vector, ${audiences}::text[], ${depth}::int)`;
    return rows.length > 0 ? new Map(rows.map(({ id, likeness }) => [id, likeness])) : null;
  } catch (error) {
    // The vectors are gone, or are being made anew: what is found by words is an answer too.
    resetMeaningCache();
    log().warn({ event: 'assistant_vectors_failed', error: String(error) }, 'no search by meaning');
    return null;
  }
}

/**
 * The pieces that answer what is asked, the best first, each with the passage that says most of it, of those that this reader may read: the
 * database gives no others. Words, the questions that beginners ask and what all of it means are ranked each by itself and fused; the
 * operator's model, where there is one, stands for the site's own encoder, and without either words alone are ranked. Two queries, and what
 * the operator's model takes. Takes its turns by itself: no model is waited for within one.
 */
export async function findPassages(
  viewer: Viewer,
  typed: string,
  { limit = 8, signal }: { limit?: number; signal?: AbortSignal } = {},
): Promise<Retrieval> {
  const audiences = audiencesOf(viewer);
  const closed = await withDatabaseSlot(() => closedFor(viewer, audiences));
  const index = await withDatabaseSlot(libraryIndex);
  const respelled = await withDatabaseSlot(() =>
    respell(typed, audiences.includes('member'), findKnownWords),
  );
  const mayRead = (passage: number) => {
    const { id = '', audience: one } = index.passages[passage] ?? {};
    return audiences.some((audience) => audience === one) && !closed.has(pieceIdOf(id));
  };
  // A form of a word that only members read is not to be learned by a slip of the finger.
  const { text, replaced } = audiences.includes('member')
    ? await respellStems(index.words, mayRead, respelled, findKnownWords)
    : respelled;
  const embedded = findEmbedder() ? await embedQuestion(viewer.id, typed, signal) : null;
  const nearest = embedded && (await withDatabaseSlot(() => findNearest(embedded, audiences)));
  const question = inLibraryTerms(text);
  const meaning = nearest ? null : await encodeQuestion(question);
  const stems = [...new Set(stemsOf(subjectOf(question)))];
  const ranked = rankPieces(index, { stems, isAboutHere: isAboutHere(text), audiences, meaning, nearest });
  const best = ranked.pieces
    .filter(({ piece }) => !closed.has(index.pieces[piece]?.id ?? ''))
    .slice(0, limit);
  const readable = await withDatabaseSlot(() => readPieces(index, best, audiences));
  const rarity = new Map(stems.map((stem) => [stem, index.words.rarityOf(stem)]));
  const certainFrom = embedded?.certainFrom ?? Number.POSITIVE_INFINITY;
  const scoreOfFourth = best[mostShown]?.score ?? Number.NEGATIVE_INFINITY;
  const passages = best.flatMap(({ piece, passageId, likeness, score }): FoundPassage[] => {
    const texts = readable.get(index.pieces[piece]?.id ?? '') ?? [];
    const chosen = texts.find(({ id }) => id === passageId) ?? texts[0];
    if (!chosen) return [];
    const similarity = nearest?.get(chosen.id) ?? 0;
    return [
      {
        ...chosen,
        agreement: agreementOf(
          question,
          rarity,
          { questions: index.pieces[piece]?.questions ?? [], passages: texts },
          likeness,
        ),
        ahead: likeness === null ? null : score - scoreOfFourth,
        similarity,
        isMeant: similarity >= certainFrom,
      },
    ];
  });
  return { question: text, replaced, passages, rarity, lead: ranked.lead };
}

/** What this reader may read of some pieces, by their ids. One query. */
async function readPieces(
  index: LibraryIndex,
  pieces: readonly RankedPiece[],
  audiences: readonly PassageAudience[],
): Promise<Map<string, Omit<Passage, 'audience'>[]>> {
  const ids = pieces.map(({ piece }) => index.pieces[piece]?.id ?? '');
  const rows = await readPrepared<Omit<Passage, 'audience'>>(
    'passages-of-pieces',
    Prisma.sql`
    SELECT id, kind, path, title, heading, place, body FROM search_passages
    WHERE split_part(id, '#', 1) = ANY(${ids}) AND audience = ANY(${audiences}::passage_audience[])
    ORDER BY split_part(id, '#', 1), split_part(id, '#', 2)::int`,
  );
  return Map.groupBy(rows, ({ id }) => pieceIdOf(id));
}

/** Of what two questions name that were looked up together: whether a passage speaks of all of one. */
export function speaksOf({ title, heading, body }: FoundPassage, question: string): boolean {
  const named = new Map(stemsOf(subjectOf(inLibraryTerms(question))).map((stem) => [stem, 1]));
  return named.size === 0 || coverOf(named, [title, heading, body].join(' '), false).share === 1;
}

/** A passage as an answer names it. */
export function citationOf(
  { path, title, heading, place }: Pick<Passage, 'path' | 'title' | 'heading' | 'place'>,
  number: number,
): Citation {
  return { number, path, title, heading, place };
}

/** The passages of one page in its order, if this reader may read them; none for a page that is no piece of the library. One query. */
export async function findPagePassages(viewer: Viewer, path: string): Promise<Omit<Passage, 'audience'>[]> {
  const page = path.split(/[?#]/, 1)[0] ?? path;
  const audiences = audiencesOf(viewer);
  const passages = await readPrepared<Omit<Passage, 'audience'>>(
    'page-passages',
    Prisma.sql`
    SELECT id, kind, path, title, heading, place, body FROM search_passages
    WHERE split_part(path, '#', 1) = ${page} AND audience = ANY(${audiences}::passage_audience[])
    ORDER BY split_part(id, '#', 1), split_part(id, '#', 2)::int LIMIT 60`,
  );
  // Only lessons have a release schedule.
  if (!passages.some(({ kind }) => kind === 'module')) return passages;
  const closed = await closedFor(viewer, audiences);
  return passages.filter(({ id }) => !closed.has(pieceIdOf(id)));
}
