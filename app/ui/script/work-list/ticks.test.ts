import { expect, it } from 'vitest';
import { sumText } from '#app/ui/script/work-list/ticks.ts';

const box = (cents: number, currency = 'usd') => ({ dataset: { cents: String(cents), currency } });

it('adds up what the ticked rows come to, as money', () => {
  expect(sumText([box(320_340), box(0)])).toBe(', $3,203.40');
  expect(sumText([box(4_700), box(-700)])).toBe(', $40');
});

it('says no sum of rows without amounts, of several currencies, or of none', () => {
  expect(sumText([])).toBe('');
  expect(sumText([{ dataset: {} }])).toBe('');
  expect(sumText([box(100), box(100, 'eur')])).toBe('');
});
