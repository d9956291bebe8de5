import { describe, expect, it } from 'vitest';
import { isCorrectSum, reckon, reckonFigures } from '#app/domain/core/values/sum-check.ts';

describe('sums in words', () => {
  it('are reckoned as people do', () => {
    expect(reckon('450 clicks x $3.20')).toBe(1440);
    expect(reckon('12% of 400 orders')).toBe(48);
    expect(reckon('$1,000 - 2 x $150 + $50')).toBe(750);
    expect(reckon('what remains')).toBeNull();
    expect(isCorrectSum('190 minutes / 19 shops = 10 minutes')).toBe(true);
    expect(isCorrectSum('$443 / 4 visits = $111')).toBe(true);
    expect(isCorrectSum('$443 / 4 visits = $112')).toBe(false);
    expect(isCorrectSum('9 / 450 = 2.1%')).toBe(false);
    expect(isCorrectSum('9 / 450 = 2.0%')).toBe(true);
  });
});

describe('sums in figures', () => {
  it('are reckoned, brackets first and points before lines', () => {
    expect(reckonFigures('250 / 2000 * 100')).toBe(12.5);
    expect(reckonFigures('2 + 3 * (4 - 1)')).toBe(11);
    expect(reckonFigures('10 - 2 - 3')).toBe(5);
    expect(reckonFigures('-(1.5 + 0.5) * 2')).toBe(-4);
    for (const sum of ['2 +', '(2 + 3', '2 3', '2 x 3']) expect(() => reckonFigures(sum), sum).toThrow();
  });
});
