import { mayReadLessons } from '#app/domain/core/access/policy.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { findClosedDocuments } from '#app/domain/learning/courses/release-state.server.ts';
import { cachedAnswer } from '#app/domain/site/search/answer-cache.server.ts';
import type { SearchKind } from '#app/domain/site/search/documents.server.ts';
import { queryPage, type Scope, type SearchResult } from '#app/domain/site/search/library-query.server.ts';
import { commonWords } from '#app/domain/site/search/similar-words.server.ts';
import {
  anyWord,
  chooseWords,
  completeQuestion,
  isSentence,
  replaceWords,
  spellableWords,
  unfinishedWord,
  withoutLoneMinus,
} from '#app/domain/site/search/words.ts';

/** A question is cut after this many characters. */
export const maxQuestionLength = 100;
const pageSize = 20;
/** How many pieces are proposed to somebody who is still typing. */
const suggestedCount = 5;
/** Fewer letters say nothing yet. */
const minTypedLetters = 2;

interface SearchAnswer {
  /** What was looked for: what was asked, without control characters and not too long. */
  question: string;
  isCut: boolean;
  /** What was looked for instead, since what was asked is nowhere. */
  corrected: string | null;
  /** No piece has all the words: these have some. */
  hasOnlySome: boolean;
  /** It was asked in a sentence: the pieces that come nearest to it are first. */
  hasNear: boolean;
  /** How many of each kind, without those that have none. */
  kinds: { kind: SearchKind; count: number }[];
  /** Of every kind. */
  total: number;
  page: number;
  pageCount: number;
  results: SearchResult[];
}

/** The documents that come nearest to a question in a sentence, the best first, by their ids: what the assistant finds pieces by. */
export type FindNear = (
  question: string,
  reader: Pick<Scope, 'mayReadAll' | 'closedIds'>,
) => Promise<readonly string[]>;

/** What may be typed: no control characters (Postgres refuses NUL), one space at a time, and an end. */
export function readQuestion(typed: string): { question: string; isCut: boolean } {
  const clean = typed
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Co}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(clean);
  return {
    question: characters.slice(0, maxQuestionLength).join('').trim(),
    isCut: characters.length > maxQuestionLength,
  };
}

/**
 * Looks through the library: one query, and a second one with the spelling corrected when the first finds nothing; none where the same was
 * asked a moment ago. For a sentence, the pieces that `findNear` names are first (P266). A reader who may not read lessons
 * searches, and sees, only titles and summaries of what is for members.
 */
export async function searchLibrary(
  viewer: Viewer | null,
  { question: typed, kind, page }: { question: string; kind: SearchKind | null; page: number },
  findNear: FindNear | null = null,
): Promise<SearchAnswer> {
  const { question, isCut } = readQuestion(typed);
  const mayReadAll = viewer !== null && mayReadLessons(viewer);
  const closedIds = mayReadAll && viewer ? await findClosedDocuments(viewer) : [];
  const scope = { mayReadAll, closedIds, kind, page, pageSize, hasExtracts: true };
  const key = [mayReadAll, closedIds.join(' '), kind, page, question, isCut, findNear !== null];
  return cachedAnswer(key, async () => {
    const near = findNear && isSentence(question) ? await findNear(question, scope) : [];
    return near.length > 0
      ? { isCut, ...(await findSentence(question, { ...scope, near })) }
      : { isCut, ...(await findAnswer(question, scope)) };
  });
}

/**
 * What the search finds for a question that is still being typed: its last word counts as itself and as the commonest words that begin
 * like it. The first few, without extracts. Two queries; none where the same was asked a moment ago, or before there are two letters.
 */
export async function suggestPieces(viewer: Viewer | null, typed: string): Promise<SearchResult[]> {
  const { question } = readQuestion(typed);
  if (Array.from(question).length < minTypedLetters) return [];
  const mayReadAll = viewer !== null && mayReadLessons(viewer);
  const closedIds = mayReadAll && viewer ? await findClosedDocuments(viewer) : [];
  // Who has typed a space has finished the word.
  const beginning = /\s$/.test(typed) ? null : unfinishedWord(question);
  return cachedAnswer(['suggested', mayReadAll, closedIds.join(' '), question, beginning], async () => {
    const words = beginning ? await commonWords(beginning, mayReadAll) : [];
    const scope = {
      mayReadAll,
      closedIds,
      kind: null,
      page: 1,
      pageSize: suggestedCount,
      hasExtracts: false,
    };
    return (await findAnswer(completeQuestion(question, words), scope)).results;
  });
}

async function findAnswer(question: string, scope: Scope): Promise<Omit<SearchAnswer, 'isCut'>> {
  const query = withoutLoneMinus(question);
  let result = await queryPage(scope, [query], [...spellableWords(query)]);
  let corrected: string | null = null;
  let hasOnlySome = false;
  if (result.total === 0) {
    const guess = replaceWords(question, chooseWords(result.candidates));
    const some = anyWord(guess);
    if (guess !== question || some.includes(' or ')) {
      result = await queryPage(scope, [withoutLoneMinus(guess), some], []);
      hasOnlySome = result.attempt === 2 && some.includes(' or ');
      if (result.total > 0 && guess !== question) corrected = guess;
    }
  }
  const { candidates: _, attempt: __, ...answer } = result;
  return { question, corrected, hasOnlySome, hasNear: false, ...answer };
}

/** The nearest pieces, and after them what else has all of the words. Without those, words that the nearest have are marked. */
async function findSentence(
  question: string,
  scope: Scope & { near: readonly string[] },
): Promise<Omit<SearchAnswer, 'isCut'>> {
  const { candidates: _, attempt: __, ...answer } = await queryPage(scope, [question, anyWord(question)], []);
  return { question, corrected: null, hasOnlySome: false, hasNear: true, ...answer };
}
