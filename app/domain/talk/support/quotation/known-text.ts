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

/** Says of the lines of a mail which stand in texts that are known. */
export type KnownText = (lines: readonly string[]) => boolean[];

/**
 * Recognizes lines that stand in some texts, however they were wrapped since: by the runs of words they share. Every text is gone through
 * once.
 */
export function knownTextOf(texts: readonly string[]): KnownText {
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
  return (lines) => (whole.size === 0 ? lines.map(() => false) : matched(lines, runs, whole));
}

function matched(lines: readonly string[], runs: ReadonlySet<string>, whole: ReadonlySet<string>): boolean[] {
  const wordsByLine = lines.map((line) => wordsOf(line.slice(0, 5_000)));
  const words = wordsByLine.flat();
  const known = words.map(() => false);
  for (let at = 0; at + run <= words.length; at += 1)
    if (runs.has(words.slice(at, at + run).join(' '))) known.fill(true, at, at + run);
  let start = 0;
  return wordsByLine.map((line) => {
    const count = known.slice(start, start + line.length).filter(Boolean).length;
    start += line.length;
    return line.length > 0 && (count >= 0.8 * line.length || whole.has(line.join(' ')));
  });
}
