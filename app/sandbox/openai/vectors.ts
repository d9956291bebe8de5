import { createHash } from 'node:crypto';

export const dimensions = 256;

/** Words that mean much the same here, so that likeness of meaning can be tried out: all stand for the first. */
const alike: readonly (readonly string[])[] = [
  ['newsletter', 'mailing', 'bulletin'],
  ['customer', 'client', 'buyer', 'shopper'],
  ['price', 'cost', 'fee', 'expense'],
  ['headline', 'caption', 'title'],
  ['vanish', 'disappear', 'leave', 'abandon'],
];

const standsFor = new Map(
  alike.flatMap(([first = '', ...others]) => others.map((word) => [word, first] as const)),
);

const rootOf = (word: string) => {
  const plain = word.replace(/(ing|ed|es|s)$/, '');
  return standsFor.get(word) ?? standsFor.get(plain) ?? plain;
};

/** A text as a vector: texts of the same words point the same way. Always the same for the same text. */
export function vectorOf(text: string): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []) {
    const hash = createHash('sha256').update(rootOf(word)).digest();
    const place = hash.readUInt16BE(0) % dimensions;
    vector[place] = (vector[place] ?? 0) + ((hash[2] ?? 0) % 2 === 0 ? 1 : -1);
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
