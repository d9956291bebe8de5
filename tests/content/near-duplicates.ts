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

function shinglesOf(text: string): Set<string> {
  const list =
    text
      .toLowerCase()
      .replace(/\{\{\w+\}\}/g, 'figure')
      .match(/[a-z0-9$%']+/g) ?? [];
  if (list.length < leastWords) return new Set();
  return new Set(
    Array.from({ length: list.length - shingleWords + 1 }, (_, at) =>
      list.slice(at, at + shingleWords).join(' '),
    ),
  );
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
