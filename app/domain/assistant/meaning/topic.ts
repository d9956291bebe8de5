import { dot, multiply, spreadWithin } from '#app/domain/assistant/meaning/scatter.ts';

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
  const difference = to.map((value, place) => value - (from[place] ?? 0));
  const middle = to.map((value, place) => (value + (from[place] ?? 0)) / 2);
  const direction = multiply(spread.inverse, difference);
  const half = dot(direction, difference) / 2;
  const offset = dot(direction, middle);
  return half > 0
    ? { direction: Float32Array.from(direction, (value) => value / half), offset: offset / half }
    : null;
}

/** On which side a vector is: above 0 the library's. */
export const sideOf = ({ direction, offset }: Topic, vector: Float32Array): number =>
  dot(vector, direction) - offset;
