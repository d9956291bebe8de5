import { createHash } from 'node:crypto';

// What the stand-in takes for meaning: texts are alike where their words are the same, or stand in one line below.

/** How many numbers a text becomes. */
export const thesaurusDimensions = 256;

const alike = [
  'buy purchase order checkout pay customer shopper',
  'leave abandon drop quit forsake',
  'cart basket trolley',
  'email newsletter letter inbox mailing',
  'price cost fee charge expense',
  'headline heading title',
  'photo picture image illustration',
  'car automobile vehicle',
  'speed fast quick rapid slow',
  'site website homepage',
  'affiliate partner referrer',
  'group crowd community tribe',
].map((line) => line.split(' '));

const silent = new Set(
  `a about all am an and any are as at be by can do does for from had has have he her his how i if in into is it its me my no not of on or our
  so than that the their them then there they this to was we were what when which who why will with you your`.split(
    /\s+/,
  ),
);

/** A word's beginning: enough to take its forms for one. */
const bare = (word: string) => word.replace(/(?:ings?|ers?|ed|es|s|e)$/, '');

const conceptOf = new Map(
  alike.flatMap(([first = '', ...others]) => [first, ...others].map((word) => [bare(word), first])),
);

/** Where a concept points: eight of the directions, by its hash. */
function direction(concept: string): [index: number, sign: number][] {
  const hash = createHash('sha256').update(concept).digest();
  return Array.from({ length: 8 }, (_, place) => [
    hash[place] ?? 0,
    (hash[place + 8] ?? 0) % 2 === 0 ? 1 : -1,
  ]);
}

/** A text as the stand-in means it: of length 1, the same for the same text. */
export function vectorOf(text: string): number[] {
  const vector: number[] = Array.from({ length: thesaurusDimensions }, () => 0);
  const words = (text.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => !silent.has(word)).map(bare);
  for (const concept of new Set(words.map((word) => conceptOf.get(word) ?? word)))
    for (const [index, sign] of direction(concept)) vector[index] = (vector[index] ?? 0) + sign;
  // A text without words means something of its own, and not nothing: nothing has no direction.
  if (Math.hypot(...vector) === 0) vector[0] = 1;
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
