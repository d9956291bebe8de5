import { expect, it } from 'vitest';
import { percentText } from '#app/domain/programme/affiliates/percent-text.ts';

it('gives a tenth of a percent, and something for what is something', () => {
  const cases: [part: number, whole: number, text: string][] = [
    [0, 0, '0%'],
    [3, 0, '0%'],
    [0, 8, '0%'],
    [1, 8, '12.5%'],
    [1, 3, '33.3%'],
    [8, 8, '100%'],
    [1, 2_000, '0.1%'],
    [1, 2_001, '<0.1%'],
    [1, 1_000_000, '<0.1%'],
  ];
  for (const [part, whole, text] of cases) expect(percentText(part, whole)).toBe(text);
});
