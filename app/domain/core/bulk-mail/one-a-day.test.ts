import { describe, expect, it } from 'vitest';
import { afterBulkEmail, morningAfterBulkEmail } from '#app/domain/core/bulk-mail/one-a-day.ts';

const newYork = 'America/New_York';
const at = (text: string) => new Date(text);

describe('the next bulk email', () => {
  const next = (last: string, atMinute: number | null, zone = newYork) =>
    afterBulkEmail(at(last), atMinute, zone).toISOString();

  it('is on the next day, at the time of the step', () => {
    expect(next('2026-06-01T13:00:30Z', 9 * 60)).toBe('2026-06-02T13:00:00.000Z');
    expect(next('2026-06-01T13:00:30Z', null)).toBe('2026-06-02T04:00:00.000Z');
  });

  it('is not put off by a day where clocks go forward', () => {
    expect(next('2026-03-07T14:00:40Z', 9 * 60)).toBe('2026-03-08T13:00:00.000Z');
  });

  it('is twelve hours later at least, also over midnight', () => {
    // 23:00 in New York.
    expect(next('2026-06-02T03:00:00Z', null)).toBe('2026-06-02T15:00:00.000Z');
    expect(next('2026-06-02T03:00:00Z', 9 * 60)).toBe('2026-06-03T13:00:00.000Z');
  });
});

describe('the next bulk email without a time of day', () => {
  const next = (last: string, zone = newYork) => morningAfterBulkEmail(at(last), zone).toISOString();

  it('is in the morning of the next day, and not at night', () => {
    expect(next('2026-06-01T18:00:00Z')).toBe('2026-06-02T12:00:00.000Z');
    expect(next('2026-06-01T04:30:00Z')).toBe('2026-06-02T12:00:00.000Z');
    expect(next('2026-06-01T18:00:00Z', 'Asia/Tokyo')).toBe('2026-06-02T23:00:00.000Z');
  });

  it('is later in the day where twelve hours lead there', () => {
    // 22:00 in New York.
    expect(next('2026-06-02T02:00:00Z')).toBe('2026-06-02T14:00:00.000Z');
  });

  it('keeps the hour where clocks change', () => {
    expect(next('2026-03-07T18:00:00Z')).toBe('2026-03-08T12:00:00.000Z');
    expect(next('2026-10-31T18:00:00Z')).toBe('2026-11-01T13:00:00.000Z');
  });
});
