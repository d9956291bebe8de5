import { expect, it } from 'vitest';
import { numbersInRanges } from '#app/domain/publishing/exchange/number-ranges.ts';

it('numbers and ranges are read as somebody types them', () => {
  expect(numbersInRanges('1-3, 8', 10)).toEqual([1, 2, 3, 8]);
  expect(numbersInRanges(' 8 ; 2 – 4,3,', 10)).toEqual([2, 3, 4, 8]);
  for (const typed of ['', ',', '0', '11', '3-1', 'all', '1 - ', '1 2', '1-99999'])
    expect(numbersInRanges(typed, 10)).toBeNull();
});
