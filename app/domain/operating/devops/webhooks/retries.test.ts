import { expect, it } from 'vitest';
import { nextTry } from '#app/domain/operating/devops/webhooks/retries.ts';

const roundAt = new Date('2026-11-22T00:00:00Z');
const hours = (count: number) => new Date(roundAt.getTime() + count * 3_600_000);

it('tries ten times with growing pauses, the last time after three days', () => {
  const attempts = [roundAt];
  for (let tries = 1; ; tries += 1) {
    const next = nextTry(attempts.at(-1) as Date, { tries, roundAt }, null);
    if (!next) break;
    attempts.push(next);
  }
  expect(attempts).toHaveLength(10);
  const pauses = attempts.slice(1).map((at, before) => at.getTime() - (attempts[before] as Date).getTime());
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(pauses[0]).toBe(60_000);
  expect(attempts.at(-1)).toEqual(hours(72));
});

it('gives a receiver the longer pause it asks for, within the three days', () => {
  expect(nextTry(hours(1), { tries: 1, roundAt }, 7_200)).toEqual(hours(3));
  expect(nextTry(hours(1), { tries: 5, roundAt }, 10)).toEqual(hours(6));
  expect(nextTry(hours(1), { tries: 1, roundAt }, 9_999_999)).toEqual(hours(72));
  expect(nextTry(hours(72), { tries: 2, roundAt }, null)).toBeNull();
  expect(nextTry(hours(90), { tries: 2, roundAt }, null)).toBeNull();
});
