import { expect, it } from 'vitest';
import { oldestAdminSession, sessionEnd } from '#app/domain/core/access/session-lifetime.ts';

const day = (number: number, hour = 10) => new Date(Date.UTC(2026, 0, 1 + number, hour));

it('a session ends 30 days after its last use, and 90 days after it began at the latest', () => {
  expect(sessionEnd(day(0), day(0))).toEqual(day(30));
  expect(sessionEnd(day(0), day(45))).toEqual(day(75));
  expect(sessionEnd(day(0), day(60))).toEqual(day(90));
  expect(sessionEnd(day(0), day(89))).toEqual(day(90));
});

it('one that ends with the browser ends a day after its last use, wherever windows are brought back', () => {
  expect(sessionEnd(day(0), day(0), false)).toEqual(day(1));
  expect(sessionEnd(day(0), day(89, 20), false)).toEqual(day(90));
});

it('an admin’s ends after twelve hours', () => {
  expect(oldestAdminSession(day(1, 10))).toEqual(day(0, 22));
});
