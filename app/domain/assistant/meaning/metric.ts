// How far the encoder's directions tell this library's pieces apart. It was trained on anything at all, so that in a library about one trade
// most of what it says of a question is the same for every piece, or only how it is put. Questions of one piece differ in their wording and
// mean the same: directions in which they differ count for less (the within-class covariance of linear discriminant analysis).

/** A distance that is fitted to the library: the mean of its questions, and the inverse of how the questions of a piece scatter. */
export interface Metric {
  mean: Float32Array;
  /** Symmetric, one row after the other. */
  inverse: Float32Array;
}

/** How much of the average scatter is added in every direction, so that one that hardly occurs does not decide. */
const shrinkage = 1;

/** The inverse of a symmetric positive definite matrix, by Cholesky's decomposition. Changes its argument. */
function invert(matrix: Float64Array, size: number): Float64Array {
  const at = (row: number, column: number) => matrix[row * size + column] ?? 0;
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column <= row; column += 1) {
      let sum = at(row, column);
      for (let k = 0; k < column; k += 1) sum -= at(row, k) * at(column, k);
      matrix[row * size + column] = row === column ? Math.sqrt(sum) : sum / at(column, column);
    }
  const inverse = new Float64Array(size * size);
  const solution = new Float64Array(size);
  for (let unit = 0; unit < size; unit += 1) {
    solution.fill(0);
    for (let row = unit; row < size; row += 1) {
      let sum = row === unit ? 1 : 0;
      for (let k = unit; k < row; k += 1) sum -= at(row, k) * (solution[k] ?? 0);
      solution[row] = sum / at(row, row);
    }
    for (let row = size - 1; row >= 0; row -= 1) {
      let sum = solution[row] ?? 0;
      for (let k = row + 1; k < size; k += 1) sum -= at(k, row) * (solution[k] ?? 0);
      solution[row] = sum / at(row, row);
    }
    inverse.set(solution, unit * size);
  }
  return inverse;
}

/**
 * Fits a metric to vectors of one length that come in groups: those of a group mean the same. About a second for 4,000 of 512 numbers; null
 * where no group has two.
 */
export function fitMetric(groups: readonly (readonly Float32Array[])[]): Metric | null {
  const vectors = groups.flat();
  const size = vectors[0]?.length ?? 0;
  if (!groups.some((group) => group.length > 1)) return null;
  const meanOf = (list: readonly Float32Array[]) =>
    Float64Array.from({ length: size }, (_, place) =>
      list.reduce((sum, vector) => sum + (vector[place] ?? 0) / list.length, 0),
    );
  const scatter = new Float64Array(size * size);
  for (const group of groups) {
    const mean = meanOf(group);
    for (const vector of group) {
      const rest = mean.map((value, place) => (vector[place] ?? 0) - value);
      for (let row = 0; row < size; row += 1) {
        const value = (rest[row] ?? 0) / vectors.length;
        for (let column = 0; column <= row; column += 1)
          scatter[row * size + column] = (scatter[row * size + column] ?? 0) + value * (rest[column] ?? 0);
      }
    }
  }
  let trace = 0;
  for (let place = 0; place < size; place += 1) trace += scatter[place * size + place] ?? 0;
  if (trace === 0) return null;
  for (let place = 0; place < size; place += 1)
    scatter[place * size + place] = (scatter[place * size + place] ?? 0) + (shrinkage * trace) / size;
  return { mean: Float32Array.from(meanOf(vectors)), inverse: Float32Array.from(invert(scatter, size)) };
}

/** A vector as others are compared with it by a metric: the cosine is (vector · other - offset) / length of the other. */
export interface Projection {
  vector: Float32Array;
  offset: number;
}

/** How long a vector is by a metric, and what it is multiplied with. */
function measure({ mean, inverse }: Metric, vector: ArrayLike<number>) {
  const size = mean.length;
  const product = new Float32Array(size);
  let squared = 0;
  let offset = 0;
  for (let row = 0; row < size; row += 1) {
    let sum = 0;
    for (let column = 0; column < size; column += 1)
      sum += (inverse[row * size + column] ?? 0) * ((vector[column] ?? 0) - (mean[column] ?? 0));
    product[row] = sum;
    squared += sum * ((vector[row] ?? 0) - (mean[row] ?? 0));
    offset += sum * (mean[row] ?? 0);
  }
  return { product, offset, length: Math.sqrt(Math.max(squared, Number.MIN_VALUE)) };
}

/** How long a vector is by a metric. */
export const lengthBy = (metric: Metric, vector: ArrayLike<number>): number => measure(metric, vector).length;

/** A question as many others are compared with it. */
export function project(metric: Metric, vector: ArrayLike<number>): Projection {
  const { product, offset, length } = measure(metric, vector);
  return { vector: product.map((value) => value / length), offset: offset / length };
}
