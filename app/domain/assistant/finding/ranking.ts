import { addUp, fuse, type Ranking } from '#app/domain/assistant/finding/fusion.ts';
import type { LibraryIndex } from '#app/domain/assistant/finding/library-index.server.ts';
import { termsOf } from '#app/domain/assistant/finding/terms.ts';
import type { PassageAudience } from '#app/domain/site/search/passages.server.ts';

/** How much each ranking says: tried on the questions of tests/assistant that are for trying (docs/decisions/0056). */
const weights = {
  words: 0.7,
  questionsOfPiece: 1,
  questions: 0.5,
  questionMeanings: 1.2,
  about: 0.4,
  provider: 1.6,
};

/** The best of a piece's texts counts whole, the next ones in part. */
const shares = { passages: [1, 0.25, 0.25], questions: [1, 0.3, 0.2] };

/** What is asked about one's dealings with the site is answered by the help and legal texts, if they have anything of it. */
const helpBonus = 1.5;

/** What is looked for. */
export interface Wanted {
  stems: readonly string[];
  /** Whether it is about one's dealings with the site. */
  isAboutHere: boolean;
  audiences: readonly PassageAudience[];
  /** What it means by the site's own encoder. */
  meaning: Float32Array | null;
  /** How near passages are in meaning by the operator's model, by their ids: it then stands for the encoder. */
  nearest: ReadonlyMap<string, number> | null;
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

export interface RankedPieces {
  pieces: RankedPiece[];
  /** How much nearer the question is to a question of the library than to one of another trade; null where that is not known. */
  lead: number | null;
}

function meaningRankings(index: LibraryIndex, { meaning, nearest }: Wanted): Ranking[] {
  const count = index.pieces.length;
  if (nearest) {
    const lowest = Math.min(...nearest.values());
    const scores = index.passages.map(({ id }) => nearest.get(id) ?? lowest);
    const owners = index.passages.map(({ piece }) => piece);
    return [{ scores: addUp(scores, owners, count, [1]), weight: weights.provider }];
  }
  if (!meaning) return [];
  const ofQuestions = index.questionMeanings.likenessTo(meaning);
  return [
    {
      scores: addUp(ofQuestions, index.pieceOfQuestion, count, shares.questions),
      weight: weights.questionMeanings,
    },
    { scores: index.aboutMeanings.likenessTo(meaning), weight: weights.about },
  ];
}

const mostOf = (values: ArrayLike<number>) =>
  Array.from(values).reduce((most, value) => (value > most ? value : most), Number.NEGATIVE_INFINITY);

/** The pieces that fit what is wanted, of those that this reader may read, the best first. */
export function rankPieces(index: LibraryIndex, wanted: Wanted): RankedPieces {
  const count = index.pieces.length;
  const owners = index.passages.map(({ piece }) => piece);
  const mayRead = index.passages.map(({ audience }) => wanted.audiences.includes(audience));
  const terms = termsOf(wanted.stems);
  const byWords = index.words.scores(terms);
  const readableWords = byWords.map((score, passage) => (mayRead[passage] ? score : Number.NaN));
  const ofWords = addUp(readableWords, owners, count, shares.passages);
  const ofQuestions = addUp(index.questions.scores(terms), index.pieceOfQuestion, count, shares.questions);
  const ofPieces = index.questionsOfPiece.scores(terms);
  const fused = fuse(
    [
      { scores: ofWords, weight: weights.words },
      { scores: ofPieces, weight: weights.questionsOfPiece },
      { scores: ofQuestions, weight: weights.questions },
      ...meaningRankings(index, wanted),
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
  const likeness = wanted.meaning && index.questionMeanings.likenessTo(wanted.meaning);
  const nearestQuestion = likeness && addUp(likeness, index.pieceOfQuestion, count, [1]);
  const hasSign = (piece: number) =>
    (ofWords[piece] ?? 0) > 0 ||
    (ofPieces[piece] ?? 0) > 0 ||
    wanted.meaning !== null ||
    wanted.nearest !== null;
  const ranked = index.pieces.flatMap(({ kind }, piece): RankedPiece[] => {
    const passage = index.passages[bestPassage[piece] ?? -1];
    if (!passage || !hasSign(piece)) return [];
    const isHelp = wanted.isAboutHere && (kind === 'question' || kind === 'legal');
    const near = nearestQuestion?.[piece] ?? Number.NaN;
    return [
      {
        piece,
        score: (fused[piece] ?? 0) + (isHelp ? helpBonus : 0),
        passageId: passage.id,
        likeness: Number.isNaN(near) ? null : near,
      },
    ];
  });
  const elsewhere = wanted.meaning && mostOf(index.elsewhere.likenessTo(wanted.meaning));
  const here = nearestQuestion ? mostOf(nearestQuestion) : Number.NEGATIVE_INFINITY;
  return {
    pieces: ranked.sort((one, other) => other.score - one.score || one.piece - other.piece),
    lead: elsewhere !== null && Number.isFinite(elsewhere) && Number.isFinite(here) ? here - elsewhere : null,
  };
}
