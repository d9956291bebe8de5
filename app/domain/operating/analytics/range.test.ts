import { expect, it } from 'vitest';
import { bucketsOf, readRange } from '#app/domain/operating/analytics/range.ts';

const now = new Date('2026-03-31T23:59:59Z');
const range = (query: string, at = now) => readRange(new URLSearchParams(query), at);

it.each([
  ['', '2025-04-01', '2026-03-31', 'month'],
  ['range=12m', '2025-04-01', '2026-03-31', 'month'],
  ['range=toString', '2025-04-01', '2026-03-31', 'month'],
  ['range=30d', '2026-03-02', '2026-03-31', 'day'],
  ['range=90d', '2026-01-01', '2026-03-31', 'week'],
  ['from=2026-02-01&to=2026-02-28', '2026-02-01', '2026-02-28', 'day'],
  ['from=2026-02-01', '2026-02-01', '2026-03-31', 'week'],
  ['from=2026-03-31&to=2026-03-31', '2026-03-31', '2026-03-31', 'day'],
  ['from=2026-02-01&to=2030-01-01', '2026-02-01', '2026-03-31', 'week'],
])('reads %s', (query, from, to, grain) => {
  expect(range(query)).toMatchObject({ from, to, grain, problem: null });
});

it.each([
  ['from=2026-03-02&to=2026-03-01', 'ends before it begins'],
  ['from=2027-01-01', 'has not begun'],
  ['from=2026-02-30&to=2026-03-01', 'as a date'],
  ['to=2026-03-01', 'as a date'],
  ['from=%00&to=1', 'as a date'],
  ['from=0000-01-01&to=0000-01-01', 'as a date'],
  ['from=2026-01-01&to=x', 'as a date'],
])('says what is wrong with %s, and shows a year', (query, problem) => {
  expect(range(query)).toMatchObject({ from: '2025-04-01', to: '2026-03-31' });
  expect(range(query).problem).toContain(problem);
});

it('looks back ten years at the most', () => {
  expect(range('from=1001-01-01&to=2026-02-28')).toMatchObject({ from: '2016-02-28', to: '2026-02-28' });
});

it('has a part for each week and month, the first and the last as far as they are in it', () => {
  expect(bucketsOf({ from: '2026-02-25', to: '2026-03-04', grain: 'week' })).toEqual([
    { key: '2026-02-23', from: '2026-02-25', to: '2026-03-01' },
    { key: '2026-03-02', from: '2026-03-02', to: '2026-03-04' },
  ]);
  expect(
    bucketsOf({ from: '2025-12-31', to: '2026-02-01', grain: 'month' }).map(({ from, to }) => [from, to]),
  ).toEqual([
    ['2025-12-31', '2025-12-31'],
    ['2026-01-01', '2026-01-31'],
    ['2026-02-01', '2026-02-01'],
  ]);
});
