import { setImmediate } from 'node:timers/promises';
import { type Document, documentOf } from '#app/domain/publishing/document.server.ts';
import { passages } from '#app/domain/publishing/passages.server.ts';
import { piecePaths } from '#app/domain/publishing/pieces.server.ts';
import { contentText } from '#app/platform/content/files.server.ts';

/** Words in a row that are compared. */
const shingleWords = 4;
/** Shorter passages may agree: labels, steps such as "Save the file". */
const leastWords = 14;
/** The share of the shorter passage's shingles that must be found in the other. */
const nearDuplicate = 0.5;

interface Passage {
  path: string;
  text: string;
  shingles: Set<string>;
}

const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/\{\{\w+\}\}/g, 'figure')
    .match(/[a-z0-9$%']+/g) ?? [];

const inARow = (list: readonly string[]): string[] =>
  Array.from({ length: Math.max(0, list.length - shingleWords + 1) }, (_, at) =>
    list.slice(at, at + shingleWords).join(' '),
  );

function shinglesOf(text: string): Set<string> {
  const list = wordsIn(text);
  return new Set(list.length < leastWords ? [] : inARow(list));
}

/** Pairs of passages that say the same in the same words, in different files. */
export function nearDuplicates(all: readonly { path: string; text: string }[]) {
  const list: Passage[] = all
    .map(({ path, text }) => ({ path, text, shingles: shinglesOf(text) }))
    .filter(({ shingles }) => shingles.size > 0);
  const holders = new Map<string, number[]>();
  const pairs: { share: number; one: Passage; other: Passage }[] = [];
  for (const [index, one] of list.entries()) {
    const shared = new Map<number, number>();
    for (const shingle of one.shingles) {
      const earlier = holders.get(shingle) ?? [];
      for (const other of earlier) shared.set(other, (shared.get(other) ?? 0) + 1);
      holders.set(shingle, [...earlier, index]);
    }
    for (const [at, count] of shared) {
      const other = list[at];
      // A checklist may take up the steps above it in the same file.
      if (!other || other.path === one.path) continue;
      const share = count / Math.min(one.shingles.size, other.shingles.size);
      if (share >= nearDuplicate) pairs.push({ share, one: other, other: one });
    }
  }
  return pairs.sort((a, b) => b.share - a.share);
}

/** So many words in a row that another piece has too make it worth a closer look. */
const worthALook = 5;

/**
 * What a piece says in the words of another one on the site, for its author. Every piece is looked through, one after the other, so that
 * nobody else waits for it.
 */
export async function repetitionsOf(document: Document): Promise<string[]> {
  const own = passages(document).map((text) => ({ path: document.path, text }));
  const ownShingles = new Set(own.flatMap(({ text }) => [...shinglesOf(text)]));
  if (ownShingles.size === 0) return [];
  const others: { path: string; text: string }[] = [];
  for (const path of piecePaths()) {
    const text = path === document.path ? null : contentText(path);
    if (text !== null && inARow(wordsIn(text)).filter((words) => ownShingles.has(words)).length >= worthALook)
      others.push(...passages(documentOf(path, text)).map((passage) => ({ path, text: passage })));
    await setImmediate();
  }
  return nearDuplicates([...others, ...own]).flatMap(({ share, one, other }) => {
    if (other.path !== document.path) return [];
    return [`${one.path} says ${Math.round(share * 100)}% of this too: "${other.text.slice(0, 120)}"`];
  });
}
