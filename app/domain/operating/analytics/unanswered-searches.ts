/** Different visitors, on whatever days, who have to look for words before those are kept. */
export const enoughAskers = 3;

const longest = 60;
const mostWords = 6;
const mostDigits = 4;

/** What was looked for as it is told apart: capitals and spaces make no difference. */
export const normalWords = (question: string): string =>
  question.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/**
 * The words as they may be kept, once enough have looked for them; null for what may say who somebody is: addresses, links, numbers of
 * some length, and sentences.
 */
export function keptWords(question: string): string | null {
  const words = normalWords(question);
  const isPersonal =
    /[@\\/]|www\.|\.[a-z]{2,}(\s|$)/.test(words) || (words.match(/\p{Nd}/gu)?.length ?? 0) > mostDigits;
  return isPersonal || words === '' || words.length > longest || words.split(' ').length > mostWords
    ? null
    : words;
}
