import { expect, it } from 'vitest';
import { Bm25 } from '#app/domain/assistant/finding/bm25.ts';
import type { LibraryIndex } from '#app/domain/assistant/finding/library-index.server.ts';
import { scorePieces } from '#app/domain/assistant/finding/ranking.ts';
import { countTerms, stemsOf } from '#app/domain/assistant/finding/terms.ts';
import { Encodings } from '#app/domain/assistant/meaning/encodings.server.ts';

// Three pieces; the word "chimney" stands only in the members' text of the second.
const bodies = ['paint a wall', 'sweep a chimney', 'cut a hedge'];
const bm25 = (texts: readonly string[]) => new Bm25(texts.map((text) => countTerms([[text, 1]])));
const index: LibraryIndex = {
  pieces: bodies.map((_, place) => ({
    id: `guide:${place}`,
    kind: 'guide',
    title: '',
    summary: '',
    questions: [],
  })),
  passages: bodies.map((_, piece) => ({ id: `guide:${piece}#1`, audience: 'member', piece })),
  words: bm25(bodies),
  questionsOfPiece: bm25(['', '', '']),
  pieceOfQuestion: new Uint16Array(),
  questionMeanings: new Encodings([]),
  aboutMeanings: new Encodings(['', '', '']),
  elsewhere: new Encodings([]),
};
const wanted = { stems: stemsOf('chimney'), isAboutHere: false, meaning: null, nearest: null };
const signs = (change: Partial<Parameters<typeof scorePieces>[1]>) => {
  const { hasSign } = scorePieces(index, { ...wanted, audiences: ['public', 'member'], ...change });
  return [0, 1, 2].filter(hasSign);
};

it('counts the words of texts that this reader may read, and of no others', () => {
  expect(signs({})).toEqual([1]);
  expect(signs({ audiences: ['public'] })).toEqual([]);
  expect(signs({ closedPieces: new Set(['guide:1']) })).toEqual([]);
  expect(signs({ closedPieces: new Set(['guide:0']) })).toEqual([1]);
});
