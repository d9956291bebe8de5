import { describe, expect, it } from 'vitest';
import { addDays, dayIn, isTimeZone, timeZoneChoices } from '#app/platform/time-zone.ts';

describe('the day in a time zone', () => {
  const at = new Date('2026-11-28T05:30:00Z');

  it.each([
    ['America/Los_Angeles', '2026-11-27'],
    ['UTC', '2026-11-28'],
    ['Pacific/Auckland', '2026-11-28'],
  ])('in %s is %s', (zone, day) => {
    expect(dayIn(zone, at)).toBe(day);
  });

  it('is counted on over the ends of months and the change to summer time', () => {
    expect(addDays('2026-11-28', 4)).toBe('2026-12-02');
    expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
  });
});

describe('the name of a time zone', () => {
  it('is one that the calendar knows', () => {
    for (const { zone } of timeZoneChoices) expect(isTimeZone(zone), zone).toBe(true);
    for (const name of ['', 'Mars/Olympus', '+05:30', 'x'.repeat(65)])
      expect(isTimeZone(name), name).toBe(false);
  });
});
