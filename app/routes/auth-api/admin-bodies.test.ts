import { expect, it } from 'vitest';
import { durationHours } from './admin-bodies.ts';

it('reads durations as Go writes them', () => {
  expect(['24h', '1h30m', '90m', '3600s', '876000h', '1.5h'].map(durationHours)).toEqual([
    24, 1.5, 1.5, 1, 876_000, 1.5,
  ]);
  expect(['', 'h', '24', '24 h', '-24h', '1d', 'none', '1h-', '1..5h'].map(durationHours)).toEqual(
    Array(9).fill(null),
  );
});
