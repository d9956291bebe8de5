import { expect, it } from 'vitest';
import { fitMetric, lengthBy, type Metric, project } from '#app/domain/assistant/meaning/metric.ts';

// Two groups that differ in the first direction; within each, the vectors scatter in the second.
const vector = (...numbers: number[]) => Float32Array.from(numbers);
const groups = [
  [vector(1, 0.9, 0), vector(1.1, -0.9, 0.1)],
  [vector(-1, 0.8, 0.1), vector(-1.1, -0.8, 0)],
];

const cosine = (metric: Metric, one: Float32Array, other: Float32Array) => {
  const { vector: product, offset } = project(metric, one);
  const sum = product.reduce((total, value, place) => total + value * (other[place] ?? 0), 0);
  return (sum - offset) / lengthBy(metric, other);
};

it('counts directions in which a group scatters for less', () => {
  const metric = fitMetric(groups);
  if (!metric) throw new Error('There is no metric.');
  const question = vector(0.9, -0.7, 0);
  // By the plain cosine the second group's lower vector is nearer to it than the first group's upper one.
  expect(cosine(metric, question, vector(1, 0.9, 0))).toBeGreaterThan(
    cosine(metric, question, vector(-1.1, -0.8, 0)),
  );
  expect(cosine(metric, question, question)).toBeCloseTo(1, 4);
  expect(cosine(metric, question, vector(1, 0.9, 0))).toBeLessThan(1);
});

it('inverts how vectors scatter', () => {
  const metric = fitMetric(groups);
  const inverse = metric?.inverse ?? new Float32Array();
  expect(inverse).toHaveLength(9);
  for (const [row, column] of [
    [0, 1],
    [0, 2],
    [1, 2],
  ] as const)
    expect(inverse[row * 3 + column]).toBeCloseTo(inverse[column * 3 + row] ?? 0, 4);
  expect(inverse[0]).toBeGreaterThan(inverse[4] ?? 0);
});

it('is none where no group has two, or none of them scatters', () => {
  expect(fitMetric([])).toBeNull();
  expect(fitMetric([[vector(1, 0)], [vector(0, 1)]])).toBeNull();
  expect(fitMetric([[vector(1, 0), vector(1, 0)]])).toBeNull();
});
