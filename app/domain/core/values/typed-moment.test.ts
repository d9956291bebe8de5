import { describe, expect, it } from 'vitest';
import { parseDay, parseMoment } from '#app/domain/core/values/typed-moment.ts';

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
    '0000-01-01T10:00',
    '9999-12-31T23:59',
  ])('is not "%s"', (input) => {
    expect(parseMoment(input)).toBeNull();
  });
});

describe('a typed day', () => {
  it('is its midnight in UTC', () => {
    expect(parseDay('2028-02-29')).toEqual(new Date('2028-02-29T00:00:00Z'));
  });

  it.each([
    null,
    '',
    'today',
    '2031-02-30',
    '2031-13-01',
    '2031-1-1',
    '0000-01-01',
    '0001-01-01',
    '9999-12-31',
  ])('is not %j', (input) => {
    expect(parseDay(input)).toBeNull();
  });
});
