import { getHeapSpaceStatistics } from 'node:v8';
import { expect, it } from 'vitest';
import { spareMemory } from '#app/platform/runtime/processes/spare-memory.ts';

const young = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;

it('gives up the young generation’s room, and leaves no way to collect behind', () => {
  const recentObjects: object[] = [];
  for (let round = 0; round < 2_000; round++) {
    recentObjects.push(Array.from({ length: 1_000 }, (_, index) => ({ index })));
    if (recentObjects.length > 20) recentObjects.shift();
  }
  const before = young();
  expect(before).toBeGreaterThan(8 * 2 ** 20);
  spareMemory();
  expect(young()).toBeLessThan(before / 2);
  expect(globalThis).not.toHaveProperty('gc');
});
