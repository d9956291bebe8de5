import { describe, expect, it } from 'vitest';
import { columnName, type FormulaCell, formulaValues } from '#app/platform/documents/formula-values.ts';

const comesTo = (formula: string, cells: Record<string, FormulaCell> = {}) =>
  formulaValues(new Map<string, FormulaCell>([...Object.entries(cells), ['Z99', { formula }]])).get('Z99');

describe('the values of formulas', () => {
  it.each<[string, Record<string, FormulaCell>, unknown]>([
    ['1+2*3-4/2', {}, 5],
    ['-(2+3)*2', {}, -10],
    ['A1/B1', { A1: 1, B1: 4 }, 0.25],
    ['$A$1*2', { A1: 7 }, 14],
    ['SUM(A1:B2)', { A1: 1, B1: 2, A2: 'a text', B2: 4 }, 7],
    ['COUNT(A1:A4)', { A1: 1, A2: '', A3: null, A4: 0 }, 2],
    ['COUNTIF(A1:A3,"find")', { A1: 'find', A2: 'Find', A3: 'trust' }, 2],
    ['SQRT(9)+ABS(-2)', {}, 5],
    ['IF(A1="","empty","full")', {}, 'empty'],
    ['IF(A1>=2,"yes","no")', { A1: 2 }, 'yes'],
    ['IF(A1<>2,"yes")', { A1: 2 }, false],
    ['IF(OR(A1="",B1=""),"",A1+B1)', { A1: 1 }, ''],
    ['A1&"&"&LOWER("B C")', { A1: 'a' }, 'a&b c'],
    ['ISNUMBER(FIND("?",A1))', { A1: 'shop?x' }, true],
    ['ISNUMBER(FIND("?",A1))', { A1: 'shop' }, false],
    ['IFERROR(1/0,"none")', {}, 'none'],
    ['IFERROR(A1*2,"none")', { A1: 'four' }, 'none'],
    ['"say ""yes"""', {}, 'say "yes"'],
    ['B1+1', { A1: 3, B1: { formula: 'A1*2' } }, 7],
  ])('%s', (formula, cells, value) => {
    expect(comesTo(formula, cells)).toBe(value);
  });

  it('are null for what fails or runs in a circle, and for nothing else', () => {
    expect(comesTo('1/0')).toBeNull();
    expect(comesTo('A1+1', { A1: { formula: 'Z99' } })).toBeNull();
    const values = formulaValues(
      new Map<string, FormulaCell>([
        ['A1', { formula: 'B1' }],
        ['B1', { formula: 'A1' }],
        ['C1', { formula: '2+2' }],
      ]),
    );
    expect([...values.values()]).toEqual([null, null, 4]);
  });

  it.each(['1+', '(1', 'NOW()', '1 2', 'A1:A2 x', '#REF!', 'constructor("x")'])(
    'are null for %s, which only a spreadsheet can read',
    (formula) => {
      expect(comesTo(formula)).toBeNull();
    },
  );

  it('count columns as spreadsheets do', () => {
    expect([1, 26, 27, 52, 53, 702, 703].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
  });
});
