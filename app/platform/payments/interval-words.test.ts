import { describe, expect, it } from 'vitest';
import {
  countIntervals,
  everyInterval,
  intervalNoun,
  paidPeriodNoun,
  perInterval,
} from '#app/platform/payments/interval-words.ts';

describe('an interval in words', () => {
  it.each([
    ['month', 'month', 'a month', 'every month', '2 months', 'month'],
    ['year', 'year', 'a year', 'every year', '2 years', 'year'],
    ['week', 'week', 'a week', 'every week', '2 weeks', 'week'],
    ['3 month', '3 months', 'every 3 months', 'every 3 months', '2 x 3 months', 'period'],
    ['3 months', '3 months', 'every 3 months', 'every 3 months', '2 x 3 months', 'period'],
  ])('of %s', (interval, noun, per, every, two, paid) => {
    expect(intervalNoun(interval)).toBe(noun);
    expect(perInterval(interval)).toBe(per);
    expect(everyInterval(interval)).toBe(every);
    expect(countIntervals(2, interval)).toBe(two);
    expect(paidPeriodNoun(interval)).toBe(paid);
  });

  it('has one of one', () => {
    expect(countIntervals(1, 'year')).toBe('1 year');
  });
});
