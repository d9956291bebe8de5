import { describe, expect, it } from 'vitest';
import { stepDueAt } from '#app/domain/operating/sequences/delays.ts';

const newYork = 'America/New_York';
const at = (text: string) => new Date(text);
const due = (
  delay: number,
  delayUnit: 'hours' | 'days',
  atMinute: number | null,
  base: string,
  zone = newYork,
) => stepDueAt({ delay, delayUnit, atMinute }, at(base), zone).toISOString();

describe('a delay', () => {
  it('of hours is that many hours, whatever clocks do', () => {
    expect(due(0, 'hours', null, '2026-03-08T05:00:00Z')).toBe('2026-03-08T05:00:00.000Z');
    expect(due(4, 'hours', null, '2026-03-08T05:00:00Z')).toBe('2026-03-08T09:00:00.000Z');
  });

  it('of days keeps the hour where clocks go forward or back', () => {
    // 10:00 in New York is 15:00 UTC in winter and 14:00 in summer.
    expect(due(1, 'days', null, '2026-03-07T15:00:00Z')).toBe('2026-03-08T14:00:00.000Z');
    expect(due(1, 'days', null, '2026-10-31T14:00:00Z')).toBe('2026-11-01T15:00:00.000Z');
    expect(due(7, 'days', null, '2026-06-01T14:00:00.250Z')).toBe('2026-06-08T14:00:00.250Z');
  });

  it('of days ends at its time of day, on the day of the time zone', () => {
    // 22:00 on 6 March in New York is 7 March in UTC.
    expect(due(1, 'days', 9 * 60, '2026-03-07T03:00:00Z')).toBe('2026-03-07T14:00:00.000Z');
    expect(due(2, 'days', 9 * 60, '2026-03-07T03:00:00Z')).toBe('2026-03-08T13:00:00.000Z');
    expect(due(1, 'days', 9 * 60, '2026-03-07T03:00:00Z', 'UTC')).toBe('2026-03-08T09:00:00.000Z');
    expect(due(1, 'days', 0, '2026-05-10T10:00:00Z', 'Asia/Kathmandu')).toBe('2026-05-10T18:15:00.000Z');
  });

  it('of no day waits for its time of day, today or tomorrow', () => {
    expect(due(0, 'days', 9 * 60, '2026-06-01T12:00:00Z')).toBe('2026-06-01T13:00:00.000Z');
    expect(due(0, 'days', 9 * 60, '2026-06-01T13:00:00Z')).toBe('2026-06-01T13:00:00.000Z');
    expect(due(0, 'days', 9 * 60, '2026-06-01T13:00:01Z')).toBe('2026-06-02T13:00:00.000Z');
    expect(due(0, 'days', null, '2026-06-01T13:00:01Z')).toBe('2026-06-01T13:00:01.000Z');
  });

  it('ends later where clocks leap over its time, and the first time where they show it twice', () => {
    expect(due(1, 'days', 150, '2026-03-07T15:00:00Z')).toBe('2026-03-08T07:30:00.000Z');
    expect(due(1, 'days', 90, '2026-10-31T15:00:00Z')).toBe('2026-11-01T05:30:00.000Z');
    // Berlin, where the change comes at another moment than in New York.
    expect(due(1, 'days', 150, '2026-03-28T12:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
    expect(due(1, 'days', 150, '2026-10-24T12:00:00Z', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
  });

  it('counts months and years through', () => {
    expect(due(1, 'days', 600, '2026-12-31T20:00:00Z')).toBe('2027-01-01T15:00:00.000Z');
    expect(due(365, 'days', null, '2027-12-31T20:00:00Z', 'UTC')).toBe('2028-12-30T20:00:00.000Z');
  });
});
