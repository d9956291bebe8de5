import { asksWhatItIs } from '#app/domain/assistant/question-words.ts';
import { oneCoversAll, sentencesOf, worthOf } from '#app/domain/assistant/quoting.ts';
import type { FoundPassage } from '#app/domain/assistant/retrieval.server.ts';

/** A word that is rarer than this (ln of one in so many passages) says by itself what is asked. */
const tellingRarity = 3.1;

/**
 * Whether a passage speaks of what is asked for certain: of all of a short question in one breath, of most of a longer one, and in its
 * headings. A single common word says enough only where the question is what it is. What merely means the like is near, unless the
 * operator has said from which likeness on it is certain.
 */
export function isCertain(
  { coverage, headingCoverage, isMeant, title, heading, body }: FoundPassage,
  rarity: ReadonlyMap<string, number>,
  question: string,
): boolean {
  if (isMeant) return true;
  if (headingCoverage < 0.25) return false;
  if (rarity.size > 2) return coverage >= 0.6 && coverage + headingCoverage >= 1;
  if (coverage <= 0.95) return false;
  if (rarity.size === 2) return oneCoversAll([`${title} ${heading}`, ...sentencesOf(body)], rarity);
  return Math.max(0, ...rarity.values()) >= tellingRarity || asksWhatItIs(question);
}

/** Whether a passage speaks of all that one of two questions names that were looked up together. */
export function speaksOf(
  { title, heading, body }: FoundPassage,
  question: string,
  rarity: ReadonlyMap<string, number>,
): boolean {
  const named = new Map(
    [...rarity].filter(([stem, value]) => worthOf(question, new Map([[stem, value]])) > 0),
  );
  return named.size === 0 || oneCoversAll([[title, heading, body].join(' ')], named);
}
