import { describe, expect, it } from 'vitest';
import { relativeText } from '#app/ui/script/relative-time.ts';

const now = new Date('2026-11-28T12:00:00Z');
const ago = (seconds: number) => relativeText(new Date(now.getTime() - seconds * 1000), now);

describe('a moment, as how long ago it was', () => {
  it.each([
    [0, 'just now'],
    [-30, 'just now'],
    [59, 'just now'],
    [60, '1 min ago'],
    [3_599, '59 min ago'],
    [3_600, '1 hour ago'],
    [86_399, '23 hours ago'],
    [86_400, '1 day ago'],
    [6 * 86_400, '6 days ago'],
  ])('%i seconds before is "%s"', (seconds, text) => {
    expect(ago(seconds)).toBe(text);
  });

  it('is a date from a week on, and ahead', () => {
    expect(ago(7 * 86_400)).toBeNull();
    expect(ago(-120)).toBeNull();
  });
});
