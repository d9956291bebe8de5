import { expect, it } from 'vitest';
import { sessionEnd } from '#app/domain/access/session-lifetime.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, 1 + number, 10));

it('a session ends 30 days after its last use, and 90 days after it began at the latest', () => {
  expect(sessionEnd(day(0), day(0))).toEqual(day(30));
  expect(sessionEnd(day(0), day(45))).toEqual(day(75));
  expect(sessionEnd(day(0), day(60))).toEqual(day(90));
  expect(sessionEnd(day(0), day(89))).toEqual(day(90));
});
