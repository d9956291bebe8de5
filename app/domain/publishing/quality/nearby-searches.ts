/** What was looked for and not found. */
export interface MissedSearch {
  words: string;
  askers: number;
}

/** A word that so many pieces have in their titles tells none of them apart. */
const tooCommon = 10;
const leastLetters = 4;

/** The words of a text that are worth comparing, without a plural's s. */
const wordsOf = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[a-z0-9]+/g) ?? [])
      .filter((word) => word.length >= leastLetters)
      .map((word) => word.replace(/s$/, '')),
  );

/**
 * Which searches that found nothing are near to each piece, by path: those that share a telling word with what the piece says of itself.
 * Under '' stand those that are near to none.
 */
export function searchesNearby(
  pieces: readonly { path: string; about: string }[],
  missed: readonly MissedSearch[],
): ReadonlyMap<string, MissedSearch[]> {
  const holders = new Map<string, string[]>();
  for (const { path, about } of pieces)
    for (const word of wordsOf(about)) holders.set(word, [...(holders.get(word) ?? []), path]);
  const nearby = new Map<string, MissedSearch[]>();
  for (const search of missed) {
    const paths = new Set(
      [...wordsOf(search.words)].flatMap((word) => {
        const paths = holders.get(word) ?? [];
        return paths.length > tooCommon ? [] : paths;
      }),
    );
    for (const path of paths.size > 0 ? paths : ['']) nearby.set(path, [...(nearby.get(path) ?? []), search]);
  }
  return nearby;
}
