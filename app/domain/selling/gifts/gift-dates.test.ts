import { describe, expect, it } from 'vitest';
import { deliveryTime, isGivable, opensAt } from '#app/domain/selling/gifts/gift-dates.ts';

const at = (text: string) => new Date(`${text}Z`);

describe('the day of a gift', () => {
  it('begins for its code when it begins anywhere', () => {
    expect(opensAt(at('2026-12-25T00:00:00'))).toEqual(at('2026-12-24T10:00:00'));
  });

  it('is when it is emailed, at an hour that has the same date nearly everywhere', () => {
    const due = deliveryTime(at('2026-12-25T00:00:00'), at('2026-11-28T09:30:00'));
    expect(due).toEqual(at('2026-12-25T10:00:00'));
    const dayIn = (zone: string) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(due);
    for (const zone of ['Pacific/Honolulu', 'America/Los_Angeles', 'Europe/Berlin', 'Pacific/Auckland'])
      expect(dayIn(zone)).toBe('2026-12-25');
  });

  it('is now where it is today', () => {
    const now = at('2026-11-28T18:30:00');
    expect(deliveryTime(at('2026-11-28T00:00:00'), now)).toEqual(now);
  });

  it.each([
    ['2026-11-28', true],
    ['2026-11-27', false],
    ['2027-11-28', true],
    ['2027-11-29', false],
  ])('can be %s: %s', (day, isTaken) => {
    expect(isGivable(at(`${day}T00:00:00`), at('2026-11-28T18:30:00'))).toBe(isTaken);
  });

  it('can be today for those who live west of it', () => {
    expect(isGivable(at('2026-11-27T00:00:00'), at('2026-11-28T05:00:00'))).toBe(true);
  });
});
