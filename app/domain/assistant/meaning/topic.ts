import { spreadWithin } from '#app/domain/assistant/meaning/scatter.ts';

/** What tells questions that the library may answer from questions of other trades: a direction, and where its middle is. */
export interface Topic {
  direction: Float32Array;
  offset: number;
}

/**
 * The direction that separates two kinds of vectors best (linear discriminant analysis): on average those of the library are at 1, those of
 * other trades at -1. Null where there are none of a kind.
 */
export function fitTopic(library: readonly Float32Array[], elsewhere: readonly Float32Array[]): Topic | null {
  if (library.length === 0 || elsewhere.length === 0) return null;
  const spread = spreadWithin(
    [elsewhere, library].map((vectors) => ({ vectors, weight: 0.5 / vectors.length })),
    0.3,
  );
  const [from, to] = spread?.means ?? [];
  if (!spread || !from || !to) return null;
  const size = to.length;
  const direction = new Float64Array(size);
  let half = 0;
  let offset = 0;
  for (let row = 0; row < size; row += 1) {
    let sum = 0;
    for (let column = 0; column < size; column += 1)
      sum += (spread.inverse[row * size + column] ?? 0) * ((to[column] ?? 0) - (from[column] ?? 0));
    direction[row] = sum;
    half += (sum * ((to[row] ?? 0) - (from[row] ?? 0))) / 2;
    offset += (sum * ((to[row] ?? 0) + (from[row] ?? 0))) / 2;
  }
  return half > 0
    ? { direction: Float32Array.from(direction, (value) => value / half), offset: offset / half }
    : null;
}

/** On which side a vector is: above 0 the library's. */
export const sideOf = ({ direction, offset }: Topic, vector: Float32Array): number =>
  vector.reduce((sum, value, place) => sum + value * (direction[place] ?? 0), 0) - offset;
