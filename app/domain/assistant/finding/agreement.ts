import { areAlike } from '#app/domain/assistant/finding/concepts.ts';
import { stemsOf } from '#app/domain/assistant/finding/terms.ts';

/** How much of a question a text speaks of. */
interface Cover {
  /** From 0 to 1: rare words count for more than common ones. */
  share: number;
  /** The rarity of the rarest of its words that the text has. */
  rarest: number;
}

/** How a piece agrees with a question: what certainty is told by. */
export interface Agreement {
  /** The question of the piece that has most of it in common, in the same or like words. */
  questions: Cover;
  /** The heading, with the title, that has most of its very words. */
  headings: Cover;
  /** What the best of its texts has of its words, or of like ones. */
  text: number;
  /** How near it is to one of the piece's questions in meaning; null where that is not known. */
  likeness: number | null;
}

/** A word that says less than another stands in for it by this much. */
const likeWord = 0.8;

const nothing: Cover = { share: 0, rarest: 0 };

const best = (covers: readonly Cover[]) =>
  covers.reduce((most, cover) => (cover.share > most.share ? cover : most), nothing);

/** How much of a question's stems, each with its rarity, a text has; with `like`, words that say much the same count too. */
export function coverOf(asked: ReadonlyMap<string, number>, text: string, like: boolean): Cover {
  const stems = new Set(stemsOf(text));
  let all = 0;
  let covered = 0;
  let rarest = 0;
  for (const [stem, rarity] of asked) {
    all += rarity;
    const worth = stems.has(stem)
      ? rarity
      : like && [...stems].some((other) => areAlike(stem, other))
        ? likeWord * rarity
        : 0;
    covered += worth;
    rarest = Math.max(rarest, worth);
  }
  return { share: all > 0 ? covered / all : 0, rarest };
}

const negation =
  /\b(not|no|never|without|cannot|(?:do|does|did|is|are|was|can|could|should|would|will|wo)n['\u2019]?t)\b/i;

/** How a piece agrees with a question whose stems have these rarities. */
export function agreementOf(
  question: string,
  asked: ReadonlyMap<string, number>,
  piece: {
    questions: readonly string[];
    passages: readonly { title: string; heading: string; body: string }[];
  },
  likeness: number | null,
): Agreement {
  // What is asked of the opposite is another question.
  const isSameWay = (text: string) => !negation.test(question) || negation.test(text);
  const headings = piece.passages.map(({ title, heading }) => `${title} ${heading}`).filter(isSameWay);
  return {
    questions: best(piece.questions.filter(isSameWay).map((text) => coverOf(asked, text, true))),
    headings: best(headings.map((text) => coverOf(asked, text, false))),
    text: best(
      piece.passages.map(({ title, heading, body }) => coverOf(asked, `${title} ${heading} ${body}`, true)),
    ).share,
    likeness,
  };
}
