import { describe, expect, it } from 'vitest';
import { parseMoment } from '#app/domain/typed-moment.ts';

describe('a typed moment', () => {
  it('is taken as UTC, with seconds and without', () => {
    expect(parseMoment(' 2031-02-28T23:59 ')).toEqual(new Date('2031-02-28T23:59:00Z'));
    expect(parseMoment('2031-02-28T23:59:58')).toEqual(new Date('2031-02-28T23:59:58Z'));
  });

  it.each([
    '',
    'tomorrow',
    '2031-02-30T10:00',
    '2031-13-01T10:00',
    '2031-01-01T24:30',
    '2031-01-01',
    '2031-01-01T10:00Z',
  ])('is not "%s"', (typed) => {
    expect(parseMoment(typed)).toBeNull();
  });
});
