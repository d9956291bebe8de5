import { expect, it } from 'vitest';
import { now, withClock } from '#app/platform/clock.server.ts';

const year2030 = new Date('2030-01-01T00:00:00Z');

it('is the machine’s time, and another inside withClock alone, also after waiting', async () => {
  const before = Date.now();
  const inside = withClock(
    () => year2030,
    async () => {
      await Promise.resolve();
      return now();
    },
  );
  expect(now().getTime()).toBeGreaterThanOrEqual(before);
  expect(now().getTime()).toBeLessThan(year2030.getTime());
  expect(await inside).toEqual(year2030);
});
