import type { MailLine } from '#app/platform/mail/reading/mail-line.ts';

/** The lines of a text: how deep each is quoted, and what is left of it without the marks. */
export const plainLines = (text: string): MailLine[] => splitLines(text).map(readLine);

const splitLines = (text: string): string[] =>
  text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n');

function readLine(line: string): MailLine {
  let depth = 0;
  let at = 0;
  for (let index = 0; index < line.length; index += 1) {
    if (line[index] === '>') {
      // A mark stands at the beginning, or after at most three blanks.
      if (index - at > 3) break;
      depth += 1;
      at = index + 1;
    } else if (line[index] !== ' ') break;
  }
  // The space after the dashes above a signature tells them from others.
  if (depth === 0) return { text: line === '-- ' ? line : line.trimEnd(), depth };
  return { text: line.slice(line[at] === ' ' ? at + 1 : at).trimEnd(), depth };
}

/** A word without a sign in it, as programs would not break: punctuation may stand around it. */
const isWord = (word: string) => word.length <= 30 && /^["'“‘(]?\p{L}+["'”’).,;:!?]{0,3}$/u.test(word);

/**
 * The lines of a text that is sent as format=flowed (RFC 3676): a line that ends in a space goes on in the next one. With `delSp` that
 * space is taken away; between two words it stays, since no program breaks a short word in two, and some forget the second space.
 */
export function flowedLines(text: string, delSp: boolean): MailLine[] {
  const lines: MailLine[] = [];
  /** The pieces of the line that goes on; empty where none does. */
  let open: { pieces: string[]; depth: number } | null = null;
  const close = () => {
    if (open) lines.push({ text: open.pieces.join('').trimEnd(), depth: open.depth });
    open = null;
  };
  for (const raw of splitLines(text)) {
    let depth = 0;
    while (raw[depth] === '>') depth += 1;
    const stuffed = raw.slice(depth);
    const line = stuffed.startsWith(' ') ? stuffed.slice(1) : stuffed;
    const goesOn = line.endsWith(' ') && line !== '-- ';
    if (open && (open as { depth: number }).depth !== depth) close();
    if (line === '' || line === '-- ') {
      close();
      lines.push({ text: line, depth });
      continue;
    }
    const current: { pieces: string[]; depth: number } = open ?? { pieces: [], depth };
    open = current;
    if (delSp && current.pieces.length > 0) {
      const before = current.pieces.at(-1) ?? '';
      if (needsSpace(before, line)) current.pieces.push(' ');
    }
    current.pieces.push(goesOn && delSp ? line.slice(0, -1) : line);
    if (!goesOn) close();
  }
  close();
  return lines;
}

function needsSpace(before: string, after: string): boolean {
  if (before.endsWith(' ')) return false;
  const last = before.slice(-40).split(' ').at(-1) ?? '';
  const first = after.slice(0, 40).split(' ')[0] ?? '';
  // Chinese and Japanese have no spaces: what flows there is joined.
  return (
    isWord(last) &&
    isWord(first) &&
    !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(last + first)
  );
}
