/** So many words in a row are known again. */
const run = 5;
const maxWords = 20_000;

const wordsOf = (text: string): string[] =>
  text
    .slice(0, 200_000)
    .toLowerCase()
    .normalize('NFC')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, maxWords);

/**
 * Which lines of a mail stand in texts that are known, however they were wrapped since: by the runs of words they share. Every text is
 * gone through once.
 */
export function knownLines(lines: readonly string[], texts: readonly string[]): boolean[] {
  const runs = new Set<string>();
  const whole = new Set<string>();
  for (const text of texts) {
    const words = wordsOf(text);
    for (let at = 0; at + run <= words.length; at += 1) runs.add(words.slice(at, at + run).join(' '));
    for (const line of text.slice(0, 200_000).split('\n')) {
      const short = wordsOf(line).join(' ');
      if (short !== '') whole.add(short);
    }
  }
  const words: string[] = [];
  const lineOf: number[] = [];
  lines.forEach((line, index) => {
    for (const word of wordsOf(line.slice(0, 5_000))) {
      words.push(word);
      lineOf.push(index);
    }
  });
  const known = words.map(() => false);
  for (let at = 0; at + run <= words.length; at += 1)
    if (runs.has(words.slice(at, at + run).join(' '))) known.fill(true, at, at + run);
  const counts = lines.map(() => ({ words: 0, known: 0 }));
  lineOf.forEach((index, at) => {
    const count = counts[index];
    if (!count) return;
    count.words += 1;
    if (known[at]) count.known += 1;
  });
  return lines.map((line, index) => {
    const count = counts[index];
    if (!count || count.words === 0) return false;
    return count.known >= 0.8 * count.words || whole.has(wordsOf(line).join(' '));
  });
}
