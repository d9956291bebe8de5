// Linear algebra for what is fitted to vectors that come in groups.

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

/** The sum of what two lists of numbers are at each place, multiplied. */
export function dot(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let sum = 0;
  for (let place = 0; place < one.length; place += 1) sum += (one[place] ?? 0) * (other[place] ?? 0);
  return sum;
}

/** A square matrix, one row after the other, times a vector. */
export const multiply = (matrix: ArrayLike<number>, vector: Float64Array): Float64Array =>
  vector.map((_, row) => {
    const from = row * vector.length;
    let sum = 0;
    for (let column = 0; column < vector.length; column += 1)
      sum += (matrix[from + column] ?? 0) * (vector[column] ?? 0);
    return sum;
  });

const meanOf = (vectors: readonly Float32Array[], size: number): Float64Array => {
  const mean = new Float64Array(size);
  for (const vector of vectors)
    for (let place = 0; place < size; place += 1)
      mean[place] = (mean[place] ?? 0) + (vector[place] ?? 0) / vectors.length;
  return mean;
};

/** Vectors of one kind, and how much each of them counts. */
interface Group {
  vectors: readonly Float32Array[];
  weight: number;
}

/** How vectors are spread. */
interface Spread {
  /** The mean of each group. */
  means: Float64Array[];
  /** The inverse of how the vectors of a group scatter around its mean, over all groups: symmetric, one row after the other. */
  inverse: Float64Array;
}

/**
 * How vectors scatter within their groups. About a second for 4,000 of 512 numbers; null where none differs from the mean of its group.
 * @param shrinkage so much of the average scatter is added in every direction, so that one that hardly occurs does not decide
 */
export function spreadWithin(groups: readonly Group[], shrinkage: number): Spread | null {
  const size = groups.find(({ vectors }) => vectors.length > 0)?.vectors[0]?.length ?? 0;
  const means = groups.map(({ vectors }) => meanOf(vectors, size));
  const scatter = new Float64Array(size * size);
  for (const [at, { vectors, weight }] of groups.entries())
    for (const vector of vectors) {
      const rest = vector.map((value, place) => value - (means[at]?.[place] ?? 0));
      for (let row = 0; row < size; row += 1) {
        const value = weight * (rest[row] ?? 0);
        for (let column = 0; column <= row; column += 1)
          scatter[row * size + column] = (scatter[row * size + column] ?? 0) + value * (rest[column] ?? 0);
      }
    }
  let trace = 0;
  for (let place = 0; place < size; place += 1) trace += scatter[place * size + place] ?? 0;
  if (trace < 1e-9) return null;
  for (let place = 0; place < size; place += 1)
    scatter[place * size + place] = (scatter[place * size + place] ?? 0) + (shrinkage * trace) / size;
  return { means, inverse: invert(scatter, size) };
}
