import { describe, expect, it } from 'vitest';
import { firstDay, readStatsFilter } from '#app/domain/programme/affiliates/stats-filter.ts';

const read = (query: string) => readStatsFilter(new URLSearchParams(query));

describe('what statistics are asked for', () => {
  it('is the last 30 days by campaign unless the address says otherwise', () => {
    expect(read('')).toEqual({ range: '30d', period: 'day', breakdown: 'campaign' });
    expect(read('range=90d')).toMatchObject({ period: 'week' });
    expect(read('range=12m&breakdown=link')).toEqual({ range: '12m', period: 'month', breakdown: 'link' });
  });

  it('passes over what is nothing, and tells no year by the day', () => {
    expect(read('range=9y&period=hour&breakdown=__proto__')).toEqual(read(''));
    expect(read('range=12m&period=day')).toMatchObject({ period: 'week' });
  });
});

describe('the first day', () => {
  // A Sunday.
  const now = new Date('2026-03-01T23:59:59Z');

  it('is that of a whole day, week or month', () => {
    expect(firstDay({ range: '30d', period: 'day' }, now)).toBe('2026-01-31');
    expect(firstDay({ range: '30d', period: 'week' }, now)).toBe('2026-01-26');
    expect(firstDay({ range: '30d', period: 'month' }, now)).toBe('2026-01-01');
    expect(firstDay({ range: '90d', period: 'week' }, now)).toBe('2025-12-01');
    expect(firstDay({ range: '12m', period: 'month' }, now)).toBe('2025-04-01');
  });
});
