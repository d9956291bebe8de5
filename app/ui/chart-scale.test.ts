import { expect, it } from 'vitest';
import { labeledBars, roundedTop } from '#app/ui/chart-scale.ts';

it('ends an axis on a round number', () => {
  expect([0, 1, 3, 7, 11, 24, 99, 100, 265_900].map(roundedTop)).toEqual([
    1, 1, 3, 8, 20, 30, 100, 100, 300_000,
  ]);
});

it('labels the last bar and a few before it', () => {
  expect([...labeledBars(12, 4)].toSorted((a, b) => a - b)).toEqual([3, 7, 11]);
  expect([...labeledBars(1, 4)]).toEqual([0]);
  expect([...labeledBars(0, 4)]).toEqual([]);
});
