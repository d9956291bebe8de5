import { describe, expect, it } from 'vitest';
import { cellProblem, cellValue } from '#app/domain/learning/templates/values.ts';

describe('what is typed into a cell', () => {
  it.each([
    ['number', '4,350', 4350],
    ['number', '-3', -3],
    ['number', '.5', 0.5],
    ['money', '$2,880.50', 2880.5],
    ['money', '- $5', -5],
    ['percent', '25', 0.25],
    ['percent', '25%', 0.25],
    ['percent', '0.5%', 0.005],
    ['number', '8%', 0.08],
    ['number', '1e9', 1_000_000_000],
    ['number', '10k', 10_000],
    ['money', '20 usd', 20],
    ['percent', '½', 0.005],
  ] as const)('%s "%s" counts as a number', (form, typed, number) => {
    expect(cellValue(form, typed)).toBe(number);
  });

  it.each([
    ['number', '1,2'],
    ['number', '1.000'],
    ['number', '2 km'],
    ['number', '12 or so'],
    ['number', ''],
    ['number', '$'],
    ['number', '=1+1'],
    ['number', '9'.repeat(16)],
    ['date', '2026-02-30'],
    ['date', 'tomorrow'],
    ['text', '12'],
  ] as const)('%s "%s" stays a text', (form, typed) => {
    expect(cellValue(form, typed)).toBe(typed);
  });

  it('has to be written in another way where it can mean two numbers', () => {
    expect(cellProblem('money', '1,5')).toBe('"1,5" is not clear. With a point for decimals, write 1.5.');
    expect(cellProblem('number', '1.000')).toContain('write 1000 or 1, whichever you mean');
    for (const input of ['1,000', '10k', '12 or so', '']) expect(cellProblem('number', input)).toBeNull();
    expect(cellProblem('text', '1,5')).toBeNull();
  });

  it('takes a day for a day', () => {
    expect(cellValue('date', '2026-11-22')).toEqual(new Date('2026-11-22T00:00:00Z'));
  });
});
