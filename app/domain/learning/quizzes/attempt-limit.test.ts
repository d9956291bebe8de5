import { describe, expect, it } from 'vitest';
import { attemptsLeft, nextDayAfter, triesOnDay } from '#app/domain/learning/quizzes/attempt-limit.ts';

const noon = new Date('2026-03-01T12:00:00Z');
const nextDay = new Date('2026-03-02T00:00:00Z');
const soFar = { tries: 5, dayTries: 2, triedAt: new Date('2026-03-01T00:00:00Z'), passedAt: null };

describe('tries at a quiz', () => {
  it('are as many as one likes without a limit, and once the quiz is passed', () => {
    expect(attemptsLeft({ attempts: null }, soFar, noon)).toBeNull();
    expect(
      attemptsLeft({ attempts: { most: 1, per: 'ever' } }, { ...soFar, passedAt: noon }, noon),
    ).toBeNull();
  });

  it('are counted in all, or by the day', () => {
    expect(attemptsLeft({ attempts: { most: 6, per: 'ever' } }, soFar, nextDay)).toBe(1);
    expect(attemptsLeft({ attempts: { most: 3, per: 'ever' } }, soFar, nextDay)).toBe(0);
    expect(attemptsLeft({ attempts: { most: 3, per: 'day' } }, soFar, noon)).toBe(1);
    expect(attemptsLeft({ attempts: { most: 2, per: 'day' } }, soFar, noon)).toBe(0);
    expect(attemptsLeft({ attempts: { most: 2, per: 'day' } }, soFar, nextDay)).toBe(2);
    expect(attemptsLeft({ attempts: { most: 2, per: 'day' } }, { ...soFar, triedAt: null }, noon)).toBe(2);
  });

  it('of a day end with it', () => {
    expect(nextDayAfter(noon)).toEqual(nextDay);
    expect(nextDayAfter(nextDay)).toEqual(new Date('2026-03-03T00:00:00Z'));
    expect(triesOnDay(soFar, new Date('2026-03-01T23:59:59Z'))).toBe(2);
  });
});
