import { asksWhatItIs, isAboutHere } from '#app/domain/assistant/question-words.ts';
import type { FoundPassage, Retrieval } from '#app/domain/assistant/retrieval.server.ts';

/** A word that is rarer than this (ln of one in so many passages) says by itself what is asked. */
const tellingRarity = 2.7;

/** What is no nearer to the library than to another trade is not in it, unless its words say so. */
const leadsElsewhere = (lead: number | null) => lead !== null && lead < 0;

/** A word that nearly no other place has: with it, less in common is enough. */
const rareWord = 5;

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
  passage: Pick<FoundPassage, 'kind' | 'agreement' | 'isMeant'>,
  { rarity, question, lead }: Pick<Retrieval, 'rarity' | 'question' | 'lead'>,
): boolean {
  if (passage.isMeant) return true;
  const { headings, questions, text, likeness } = passage.agreement;
  const common = Math.max(headings.share, questions.share);
  if (rarity.size === 0 || isBesideThePoint(passage, question)) return false;
  if (leadsElsewhere(lead) && common < 0.9) return false;
  // One common word is a subject only where it is asked what it is.
  const telling = rarity.size === 1 && asksWhatItIs(question) ? 0 : tellingRarity;
  const byHeading =
    (headings.share >= 0.7 && headings.rarest >= telling && text >= 0.7) ||
    (headings.share >= 0.55 && headings.rarest >= rareWord && text >= 0.95);
  if (byHeading) return true;
  if (likeness === null) return questions.share >= 0.9 && questions.rarest >= tellingRarity && text >= 0.45;
  if (common >= 0.9 && likeness >= 0.8) return true;
  if (questions.rarest < tellingRarity) return false;
  return (
    (questions.share >= 0.9 && likeness >= 0.6 && text >= 0.45) ||
    (questions.share >= 0.7 && likeness >= 0.7 && text >= 0.45) ||
    (questions.share >= 0.75 && headings.share >= 0.6 && text >= 0.7) ||
    (questions.share >= 0.44 && likeness >= (text >= 0.95 ? 0.65 : 0.69) && text >= 0.75)
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
  const { headings, questions, text, likeness } = agreement;
  const common = Math.max(headings.share, questions.share);
  const rarest = Math.max(headings.rarest, questions.rarest);
  if (likeness === null || lead === null) return common >= 0.45 && rarest >= tellingRarity;
  if (leadsElsewhere(lead)) return common >= 0.75 && rarest >= tellingRarity && likeness >= 0.5;
  if (lead < 0.06) return common >= 0.5 || likeness >= 0.6;
  return common >= 0.25 || likeness >= 0.5 || text >= 0.5;
}
