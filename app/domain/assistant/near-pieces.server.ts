import { libraryIndex } from '#app/domain/assistant/finding/library-index.server.ts';
import { scorePieces } from '#app/domain/assistant/finding/ranking.ts';
import { stemsOf } from '#app/domain/assistant/finding/terms.ts';
import { encodeQuestion, findKnownWords } from '#app/domain/assistant/meaning/question-encoding.server.ts';
import { inLibraryTerms, isAboutHere, subjectOf } from '#app/domain/assistant/question-words.ts';
import type { FindNear } from '#app/domain/site/search/search.server.ts';
import { respell } from '#app/domain/site/search/spelling.server.ts';

/** The search page waits less long for the encoder than an answer does, in milliseconds; without it, words alone are ranked. */
const patienceMs = 300;
/** More questions than this of searches at once are ranked by words alone, so that searches do not keep the assistant waiting. */
const maxEncoding = 4;
const pieceCount = 10;

let encodingCount = 0;

async function meaningOf(question: string): Promise<Float32Array | null> {
  if (encodingCount >= maxEncoding) return null;
  encodingCount += 1;
  try {
    return await encodeQuestion(question, patienceMs);
  } finally {
    encodingCount -= 1;
  }
}

/**
 * The search documents that come nearest to a question, the best first, as the assistant ranks pieces (P266); none where the question is
 * about another trade, or names nothing that the library has. Whoever may not read lessons is given titles of lessons too, as search gives
 * them; what is only in a lesson's text does not count for them. One query, for the spelling.
 */
export const findNearPieces: FindNear = async (typed, { mayReadAll, closedIds }) => {
  const index = await libraryIndex();
  const { text } = await respell(typed, mayReadAll, findKnownWords);
  const question = inLibraryTerms(text);
  const { scores, hasSign, lead } = scorePieces(index, {
    stems: [...new Set(stemsOf(subjectOf(question)))],
    isAboutHere: isAboutHere(text),
    audiences: mayReadAll ? ['public', 'member'] : ['public'],
    meaning: await meaningOf(question),
    nearest: null,
    closedPieces: new Set(closedIds),
  });
  if (lead !== null && lead < 0) return [];
  return index.pieces
    .flatMap(({ id, kind }, piece) =>
      // Search leaves lessons for affiliates out.
      kind !== 'training' && hasSign(piece) ? [{ id, score: scores[piece] ?? 0 }] : [],
    )
    .sort((one, other) => other.score - one.score)
    .slice(0, pieceCount)
    .map(({ id }) => id);
};
