import { dot, multiply, spreadWithin } from '#app/domain/assistant/meaning/scatter.ts';

// How far the encoder's directions tell this library's pieces apart. It was trained on anything at all, so that in a library about one trade
// most of what it says of a question is the same for every piece, or only how it is put. Questions of one piece differ in their wording and
// mean the same: directions in which they differ count for less (the within-class covariance of linear discriminant analysis).

/** A distance that is fitted to the library: the mean of its questions, and the inverse of how the questions of a piece scatter. */
export interface Metric {
  mean: Float32Array;
  /** Symmetric, one row after the other. */
  inverse: Float32Array;
}

/** Fits a metric to vectors of one length that come in groups: those of a group mean the same. Null where no group has two that differ. */
export function fitMetric(groups: readonly (readonly Float32Array[])[]): Metric | null {
  const count = groups.reduce((sum, group) => sum + group.length, 0);
  const spread = spreadWithin(
    groups.map((vectors) => ({ vectors, weight: 1 / count })),
    1,
  );
  if (!spread) return null;
  const mean = new Float32Array(spread.means[0]?.length ?? 0);
  for (const [at, group] of groups.entries())
    for (let place = 0; place < mean.length; place += 1)
      mean[place] = (mean[place] ?? 0) + ((spread.means[at]?.[place] ?? 0) * group.length) / count;
  return { mean, inverse: Float32Array.from(spread.inverse) };
}

/** A vector as others are compared with it by a metric: the cosine is (vector · other - offset) / length of the other. */
export interface Projection {
  vector: Float32Array;
  offset: number;
}

/** How long a vector is by a metric, and what it is multiplied with. */
function measure({ mean, inverse }: Metric, vector: ArrayLike<number>) {
  const difference = Float64Array.from(mean, (value, place) => (vector[place] ?? 0) - value);
  const product = multiply(inverse, difference);
  const squared = dot(product, difference);
  return { product, offset: dot(product, mean), length: Math.sqrt(Math.max(squared, Number.MIN_VALUE)) };
}

/** How long a vector is by a metric. */
export const lengthBy = (metric: Metric, vector: ArrayLike<number>): number => measure(metric, vector).length;

/** A question as many others are compared with it. */
export function project(metric: Metric, vector: ArrayLike<number>): Projection {
  const { product, offset, length } = measure(metric, vector);
  return { vector: Float32Array.from(product, (value) => value / length), offset: offset / length };
}
