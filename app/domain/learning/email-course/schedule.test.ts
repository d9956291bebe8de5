import { describe, expect, it } from 'vitest';
import { monthAfter } from '#app/domain/learning/email-course/schedule.ts';

describe('monthAfter', () => {
  it.each([
    ['2026-11-21T09:07:03.5Z', '2026-12-21T00:00:00.000Z'],
    ['2026-12-01T00:00:00Z', '2027-01-01T00:00:00.000Z'],
    ['2026-12-31T23:59:59Z', '2027-01-31T00:00:00.000Z'],
    ['2027-01-31T12:00:00Z', '2027-02-28T00:00:00.000Z'],
    ['2028-01-30T12:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['2027-08-31T12:00:00Z', '2027-09-30T00:00:00.000Z'],
  ])('after %s comes %s', (sentAt, due) => {
    expect(monthAfter(new Date(sentAt)).toISOString()).toBe(due);
  });
});
