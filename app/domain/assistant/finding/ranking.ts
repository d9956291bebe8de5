import { addUp, fuse, type Ranking } from '#app/domain/assistant/finding/fusion.ts';
import type { LibraryIndex } from '#app/domain/assistant/finding/library-index.server.ts';
import { termsOf } from '#app/domain/assistant/finding/terms.ts';
import { projectQuestion, topicSideOf } from '#app/domain/assistant/meaning/encodings.server.ts';
import type { PassageAudience } from '#app/domain/site/search/passages.server.ts';

/**
 * How much each ranking says: fitted by logistic regression on the pieces' questions, each third asked of an index that has the others
 * alone (docs/decisions/0081-a-better-encoder-in-a-package.md).
 */
const weights = {
  words: 0.45,
  questionsOfPiece: 0.2,
  questionMeanings: 0.5,
  questionsByMetric: 0.5,
  about: 0.3,
  provider: 0.7,
};

/** The best of a piece's texts counts whole, the next ones in part. */
const shares = {
  passages: [1, 0.25, 0.25],
  questions: [1, 0.3, 0.2],
  questionsByMetric: [1, 0.5, 0.4, 0.3, 0.2],
};

/** What is asked about one's dealings with the site is answered by the help and legal texts, if they have anything of it. */
const helpBonus = 0.7;

/** What is looked for. */
interface Wanted {
  stems: readonly string[];
  /** Whether it is about one's dealings with the site. */
  isAboutHere: boolean;
  audiences: readonly PassageAudience[];
  /** What it means by the site's own encoder. */
  meaning: Float32Array | null;
  /** How near passages are in meaning by the operator's model, by their ids: it then stands for the encoder. */
  nearest: ReadonlyMap<string, number> | null;
  /** Pieces that are not open to this reader yet, by their ids: their passages don't count. */
  closedPieces?: ReadonlySet<string>;
}

/** A piece with its place in the index. */
export interface RankedPiece {
  piece: number;
  score: number;
  /** Its passage that fits best. */
  passageId: string;
  /** How near one of its questions is in meaning; null where that is not known. */
  likeness: number | null;
}

interface RankedPieces {
  pieces: RankedPiece[];
  /** Above 0 the question is rather one of the library than of another trade; null where that is not known. */
  lead: number | null;
}

/** How near one of the library's questions, pieces or questions elsewhere is in meaning. Calculated once for each question. */
interface Likenesses {
  questions: Float64Array;
  /** By the metric that is fitted to the library; null where there is none. */
  questionsByMetric: Float64Array | null;
  about: Float64Array;
  elsewhere: Float64Array;
}

function likenessesOf(index: LibraryIndex, meaning: Float32Array | null): Likenesses | null {
  if (!meaning) return null;
  const projection = projectQuestion(meaning);
  return {
    questions: index.questionMeanings.likenessTo(meaning),
    questionsByMetric: projection && index.questionMeanings.likenessBy(projection),
    about: index.aboutMeanings.likenessTo(meaning),
    elsewhere: index.elsewhere.likenessTo(meaning),
  };
}

function meaningRankings(
  index: LibraryIndex,
  nearest: Wanted['nearest'],
  likenesses: Likenesses | null,
): Ranking[] {
  const count = index.pieces.length;
  if (nearest) {
    const lowest = Math.min(...nearest.values());
    const scores = index.passages.map(({ id }) => nearest.get(id) ?? lowest);
    const owners = index.passages.map(({ piece }) => piece);
    return [{ scores: addUp(scores, owners, count, [1]), weight: weights.provider }];
  }
  if (!likenesses) return [];
  const ofQuestions = (scores: ArrayLike<number>, parts: readonly number[]) =>
    addUp(scores, index.pieceOfQuestion, count, parts);
  return [
    { scores: ofQuestions(likenesses.questions, shares.questions), weight: weights.questionMeanings },
    ...(likenesses.questionsByMetric
      ? [
          {
            scores: ofQuestions(likenesses.questionsByMetric, shares.questionsByMetric),
            weight: weights.questionsByMetric,
          },
        ]
      : []),
    { scores: likenesses.about, weight: weights.about },
  ];
}

const mostOf = (values: ArrayLike<number>) =>
  Array.from(values).reduce((most, value) => (value > most ? value : most), Number.NEGATIVE_INFINITY);

/**
 * What tells questions of other trades: the side that a question is on, the library's nearest question, and the nearest of other trades.
 * Fitted by logistic regression on the pieces' questions and on those of other trades, each left out in turn (docs/decisions/0081-a-better-encoder-in-a-package.md).
 */
const leadWeights = { side: 3.7, here: 10.5, elsewhere: -5, aboutHere: 1, constant: -2.55 };

function leadOf({ meaning, isAboutHere }: Wanted, likenesses: Likenesses | null): number | null {
  if (!meaning || !likenesses) return null;
  const side = topicSideOf(meaning);
  const here = mostOf(likenesses.questions);
  const elsewhere = mostOf(likenesses.elsewhere);
  if (side === null || !Number.isFinite(here) || !Number.isFinite(elsewhere)) return null;
  return (
    leadWeights.side * side +
    leadWeights.here * here +
    leadWeights.elsewhere * elsewhere +
    (isAboutHere ? leadWeights.aboutHere : 0) +
    leadWeights.constant
  );
}

/** How every piece of the index fits what is wanted, by its place in the index. */
interface PieceScores {
  scores: ArrayLike<number>;
  /** The passage that fits best, of those that this reader may read; -1 where there is none. */
  bestPassage: readonly number[];
  /** How near one of its questions is in meaning; null where nothing is known of meanings. */
  nearestQuestion: ArrayLike<number> | null;
  /** Whether words or meaning say anything of it. */
  hasSign(piece: number): boolean;
  /** Above 0 the question is rather one of the library than of another trade; null where that is not known. */
  lead: number | null;
}

/** Scores all pieces. Of passages, only those count that this reader may read; questions, titles and summaries count in any case. */
export function scorePieces(index: LibraryIndex, wanted: Wanted): PieceScores {
  const count = index.pieces.length;
  const owners = index.passages.map(({ piece }) => piece);
  const mayRead = index.passages.map(
    ({ audience, piece }) =>
      wanted.audiences.includes(audience) && !wanted.closedPieces?.has(index.pieces[piece]?.id ?? ''),
  );
  const terms = termsOf(wanted.stems);
  const byWords = index.words.scores(terms);
  const readableWords = byWords.map((score, passage) => (mayRead[passage] ? score : Number.NaN));
  const ofWords = addUp(readableWords, owners, count, shares.passages);
  const ofPieces = index.questionsOfPiece.scores(terms);
  const likenesses = likenessesOf(index, wanted.meaning);
  const fused = fuse(
    [
      { scores: ofWords, weight: weights.words },
      { scores: ofPieces, weight: weights.questionsOfPiece },
      ...meaningRankings(index, wanted.nearest, likenesses),
    ],
    count,
  );
  const bestPassage = new Array<number>(count).fill(-1);
  for (const [passage, piece] of owners.entries()) {
    const before = bestPassage[piece] ?? -1;
    const isBetter =
      before < 0 ||
      (wanted.nearest?.get(index.passages[passage]?.id ?? '') ?? 0) + (byWords[passage] ?? 0) >
        (wanted.nearest?.get(index.passages[before]?.id ?? '') ?? 0) + (byWords[before] ?? 0);
    if (mayRead[passage] && isBetter) bestPassage[piece] = passage;
  }
  const nearestQuestion = likenesses && addUp(likenesses.questions, index.pieceOfQuestion, count, [1]);
  return {
    scores: index.pieces.map(({ kind }, piece) => {
      const isHelp = wanted.isAboutHere && (kind === 'question' || kind === 'legal');
      return (fused[piece] ?? 0) + (isHelp ? helpBonus : 0);
    }),
    bestPassage,
    nearestQuestion,
    hasSign: (piece) =>
      (ofWords[piece] ?? 0) > 0 ||
      (ofPieces[piece] ?? 0) > 0 ||
      wanted.meaning !== null ||
      wanted.nearest !== null,
    lead: leadOf(wanted, likenesses),
  };
}

/** The pieces that fit what is wanted, of those that this reader may read, the best first. */
export function rankPieces(index: LibraryIndex, wanted: Wanted): RankedPieces {
  const { scores, bestPassage, nearestQuestion, hasSign, lead } = scorePieces(index, wanted);
  const ranked = index.pieces.flatMap((_, piece): RankedPiece[] => {
    const passage = index.passages[bestPassage[piece] ?? -1];
    if (!passage || !hasSign(piece)) return [];
    const near = nearestQuestion?.[piece] ?? Number.NaN;
    return [
      {
        piece,
        score: scores[piece] ?? 0,
        passageId: passage.id,
        likeness: Number.isNaN(near) ? null : near,
      },
    ];
  });
  return { pieces: ranked.sort((one, other) => other.score - one.score || one.piece - other.piece), lead };
}
