import { asksWhatItIs, isAboutHere, isFollowUp } from '#app/domain/assistant/question-words.ts';
import type { FoundPassage, Retrieval } from '#app/domain/assistant/retrieval.server.ts';

/** A word that is rarer than this (ln of one in so many passages) says by itself what is asked. */
const tellingRarity = 2.7;

/** What is rather asked of another trade is not in the library, unless its words say so. */
const leadsElsewhere = (lead: number | null) => lead !== null && lead < 0;

/** A word that nearly no other place has: with it, less in common is enough. */
const rareWord = 5;

/** A piece that answers stands out from those that are not shown by so much (standard deviations of the fused ranking). */
const clearlyAhead = 2.7;

/** Words that are shared by chance are in a piece whose questions mean something else than this (cosine). */
const meansTheSame = 0.6;

/** Of a question about the trade the help and legal texts, which are about this site, answer only the one they were written for. */
const isBesideThePoint = (
  { kind, agreement: { headings, likeness } }: Pick<FoundPassage, 'kind' | 'agreement'>,
  question: string,
) =>
  (kind === 'question' || kind === 'legal') &&
  !isAboutHere(question) &&
  headings.share < 0.95 &&
  (likeness ?? 0) < 0.7;

/**
 * Whether a piece answers what is asked for certain: where a heading has the question's very words, or one of the piece's questions has most
 * of them and means the same, and among them a word that says by itself what is asked. What the operator's model finds counts from the
 * likeness on that the operator has set.
 */
export function isCertain(
  passage: Pick<FoundPassage, 'kind' | 'agreement' | 'ahead' | 'isMeant'>,
  { rarity, question, lead }: Pick<Retrieval, 'rarity' | 'question' | 'lead'>,
): boolean {
  if (passage.isMeant) return true;
  const { headings, questions, text, likeness } = passage.agreement;
  const common = Math.max(headings.share, questions.share);
  if (rarity.size === 0 || isBesideThePoint(passage, question)) return false;
  // "How long should it be?" names too little, however well a heading has its words.
  if (isFollowUp(question)) return false;
  if (leadsElsewhere(lead) && common < 0.9) return false;
  // Where several pieces fit about as well, which of them answers is not known.
  if (passage.ahead !== null && passage.ahead < clearlyAhead) return false;
  // One common word is a subject only where it is asked what it is.
  const telling = rarity.size === 1 && asksWhatItIs(question) ? 0 : tellingRarity;
  const byHeading =
    (headings.share >= 0.7 && headings.rarest >= telling && text >= 0.7) ||
    (headings.share >= 0.55 && headings.rarest >= rareWord && text >= 0.95);
  if (byHeading && (likeness === null || likeness >= meansTheSame)) return true;
  if (likeness === null) return questions.share >= 0.9 && questions.rarest >= tellingRarity && text >= 0.45;
  if (common >= 0.9 && likeness >= 0.8) return true;
  if (questions.rarest < tellingRarity) return false;
  return (
    (questions.share >= 0.7 && likeness >= 0.75 && text >= 0.45) ||
    (questions.share >= 0.75 && headings.share >= 0.6 && likeness >= meansTheSame && text >= 0.7) ||
    (questions.share >= 0.44 && likeness >= (text >= 0.95 ? 0.72 : 0.74) && text >= 0.75)
  );
}

/** What is near in meaning by the operator's model is shown as near from here on (cosine). */
const nearInMeaning = 0.4;

/** Whether a piece is near enough to what is asked to be shown as such. */
export function isNear(
  { agreement, similarity }: Pick<FoundPassage, 'agreement' | 'similarity'>,
  { lead }: Pick<Retrieval, 'lead'>,
): boolean {
  if (similarity >= nearInMeaning) return true;
  const { headings, questions, likeness } = agreement;
  const common = Math.max(headings.share, questions.share);
  const rarest = Math.max(headings.rarest, questions.rarest);
  if (likeness === null || lead === null) return common >= 0.45 && rarest >= tellingRarity;
  // The best of a library about the trade that is asked of is shown, however little it has in common: it is not said to be an answer.
  return !leadsElsewhere(lead) || (common >= 0.75 && rarest >= tellingRarity && likeness >= meansTheSame);
}
