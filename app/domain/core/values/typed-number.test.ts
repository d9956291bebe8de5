import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type NumberUnit, readCents, readNumber } from '#app/domain/core/values/typed-number.ts';

const parse = (input: string, unit: NumberUnit = 'number', noun?: string) =>
  readNumber(input, { unit, noun });
const numberIn = (input: string, unit?: NumberUnit, noun?: string) => parse(input, unit, noun).value;

describe('numbers as people write them', () => {
  it.each<[string, number]>([
    ['0', 0],
    ['-0', 0],
    ['7', 7],
    ['007', 7],
    [' 1200 ', 1200],
    ['+5', 5],
    ['-5', -5],
    ['- 5', -5],
    ['\u22125', -5],
    ['\u20135', -5],
    ['\uff0d5', -5],
    ['.5', 0.5],
    ['5.', 5],
    ['0.125', 0.125],
    ['0.001', 0.001],
    ['2.5', 2.5],
    ['1.2345', 1.2345],
    ['1234.567', 1234.567],
    ['1,000', 1000],
    ['1,000.50', 1000.5],
    ['1,234.567', 1234.567],
    ['1,000,000', 1_000_000],
    ['12,34,567', 1_234_567],
    ['1,00,000', 100_000],
    ['1.000.000', 1_000_000],
    ['12.345.678', 12_345_678],
    ['1 000', 1000],
    ['1\u00a0000', 1000],
    ['1\u2009000', 1000],
    ['1\u202f000\u202f000', 1_000_000],
    ['1 000.50', 1000.5],
    ["1'000", 1000],
    ['1\u2019000\u2019000.5', 1_000_000.5],
    ['10k', 10_000],
    ['10K', 10_000],
    ['10 k', 10_000],
    ['1.5k', 1500],
    ['2.3 million', 2_300_000],
    ['1.5M', 1_500_000],
    ['2m', 2_000_000],
    ['2 mio', 2_000_000],
    ['3bn', 3_000_000_000],
    ['5 thousand', 5000],
    ['5 hundred', 500],
    ['2 lakh', 200_000],
    ['1.5 crore', 15_000_000],
    ['1e3', 1000],
    ['1.5E6', 1_500_000],
    ['2e-3', 0.002],
    ['1/2', 0.5],
    ['1 / 4', 0.25],
    ['1\u20442', 0.5],
    ['2 1/2', 2.5],
    ['\u00bd', 0.5],
    ['2\u00bd', 2.5],
    ['-\u00be', -0.75],
    ['\uff11\uff12\uff13', 123],
    ['\uff11\uff0c\uff10\uff10\uff10\uff0e\uff15', 1000.5],
    ['\u0661\u0662\u0663', 123],
    ['\u06f1\u06f2', 12],
    ['\u0661\u066b\u0665', 1.5],
    ['\u0661\u066c\u0660\u0660\u0660', 1000],
    ['\u0967\u0968', 12],
    ['\u200f-\u200e5', -5],
    ['123456789012345', 123_456_789_012_345],
  ])('%j', (input, value) => {
    expect(numberIn(input)).toBe(value);
  });

  it.each<[string, NumberUnit, number]>([
    ['$5', 'money', 5],
    ['$ 5', 'money', 5],
    ['-$5', 'money', -5],
    ['$-5', 'money', -5],
    ['- $ 5', 'money', -5],
    ['5$', 'money', 5],
    ['USD 20', 'money', 20],
    ['20 usd', 'money', 20],
    ['US$20', 'money', 20],
    ['$20 USD', 'money', 20],
    ['20 dollars', 'money', 20],
    ['\uff0420', 'money', 20],
    ['$1.5k', 'money', 1500],
    ['1.5 million dollars', 'money', 1_500_000],
    ['50 cents', 'money', 0.5],
    ['99\u00a2', 'money', 0.99],
    ['$1,234.50', 'money', 1234.5],
    ['5%', 'percent', 5],
    ['10 %', 'percent', 10],
    ['10\u00a0%', 'percent', 10],
    ['%10', 'percent', 10],
    ['10 percent', 'percent', 10],
    ['10 per cent', 'percent', 10],
    ['\u0661\u0660\u066a', 'percent', 10],
    ['\u00bd%', 'percent', 0.5],
    ['12.50 %', 'any', 12.5],
    ['$12', 'any', 12],
  ])('%j where %s is asked for', (input, unit, value) => {
    expect(numberIn(input, unit)).toBe(value);
  });

  it('takes the words for what is counted, and no others', () => {
    expect(numberIn('3 weeks', 'number', 'week')).toBe(3);
    expect(numberIn('1 week', 'number', 'week')).toBe(1);
    expect(numberIn('3 Weeks', 'number', 'weeks')).toBe(3);
    expect(numberIn('2h', 'number', 'hour')).toBe(2);
    expect(numberIn('10k visitors', 'number', 'visitor')).toBe(10_000);
    expect(numberIn('200 searches', 'number', 'search')).toBe(200);
    expect(numberIn('50 cents', 'number', 'cents')).toBe(50);
    expect(numberIn('3 months', 'number', 'week')).toBeNull();
    expect(numberIn('3 people', 'number')).toBeNull();
    // Two minutes, or two million of them.
    expect(numberIn('2m', 'number', 'minute')).toBeNull();
    expect(numberIn('2 million', 'number', 'minute')).toBe(2_000_000);
  });
});

describe('what can be read in two ways is refused with how to write it', () => {
  it.each<[string, string]>([
    ['1.000', '1000 or 1, whichever you mean'],
    ['1.250', '1250 or 1.25, whichever you mean'],
    ['1.255', '1255 or 1.2550, whichever you mean'],
    ['-12.500', '-12500 or -12.5, whichever you mean'],
    ['1,5', '1.5'],
    ['12,50', '12.50'],
    ['$1,5', '$1.5'],
    ['1,5k', '1.5k'],
    ['1,5 million', '1.5 million'],
    ['USD 1.000', 'USD 1000 or USD 1, whichever you mean'],
    ['1,2345', '1.2345'],
    [',5', '0.5'],
    ['0,500', '0.500'],
    ['1.234,56', '1234.56'],
    ['1.234.567,89', '1234567.89'],
    ['1 234,56', '1234.56'],
    ["1'234,5", '1234.5'],
  ])('%j', (input, instead) => {
    expect(parse(input, 'money')).toEqual({
      value: null,
      isUnclear: true,
      problem: `"${input}" is not clear. With a point for decimals, write ${instead}.`,
    });
  });
});

describe('what is no number, or not the one asked for, is refused by name', () => {
  it.each<[string, NumberUnit]>([
    ['abc', 'number'],
    ['ten', 'number'],
    ['NaN', 'number'],
    ['Infinity', 'number'],
    ['.', 'number'],
    ['$', 'money'],
    ['%', 'percent'],
    ['-', 'number'],
    ['--1', 'number'],
    ['+-1', 'number'],
    ['5-', 'number'],
    ['(5)', 'number'],
    ['0x10', 'number'],
    ['10x', 'number'],
    ['10-20', 'number'],
    ['10 to 20', 'number'],
    ['~10', 'number'],
    ['10+', 'number'],
    ['>10', 'number'],
    ['1.2.3', 'number'],
    ['1,2,3', 'number'],
    ['1,23,45', 'number'],
    ['1,000,50', 'number'],
    ['1,000 000', 'number'],
    ['1 00', 'number'],
    ['12 34', 'number'],
    ['0 500', 'number'],
    ['1_000', 'number'],
    ['1 000k 5', 'number'],
    ['1 million 200 thousand', 'number'],
    ['1k5', 'number'],
    ['1e', 'number'],
    ['1e999', 'number'],
    ['1e9999', 'number'],
    ['1e3.5', 'number'],
    ['1/0', 'number'],
    ['1/2/3', 'number'],
    ['10\u00b2', 'number'],
    ['\u2460', 'number'],
    ['5\u2030', 'percent'],
    ['2 km', 'number'],
    ['5mm', 'number'],
    ['=1+1', 'number'],
    ['1,000.5.5', 'number'],
    ['1234567890123456', 'number'],
    ['9'.repeat(100), 'number'],
    ['\u20ac20', 'money'],
    ['20 EUR', 'money'],
    ['CA$20', 'money'],
    ['20%', 'money'],
    ['$20%', 'any'],
    ['$20', 'number'],
    ['20%', 'number'],
    ['$20', 'percent'],
    ['constructor', 'number'],
    ['1 constructor', 'number'],
    ['1 __proto__', 'number'],
  ])('%j where %s is asked for', (input, unit) => {
    const { value, problem } = parse(input, unit);
    expect(value).toBeNull();
    expect(problem).toContain(`"${input.slice(0, 20)}`);
    expect(problem).toMatch(/\.$/);
  });

  it('says that nothing was typed', () => {
    expect(parse(' \u00a0')).toEqual({ value: null, isUnclear: false, problem: 'Type a number.' });
  });
});

describe('amounts in cents', () => {
  it.each<[string, number]>([
    ['19.99', 1999],
    ['$1,234.5', 123_450],
    ['1.1k', 110_000],
    ['-0.07', -7],
    ['8.2', 820],
    ['\u00bd', 50],
    ['99 cents', 99],
    ['4.35', 435],
  ])('%j', (input, cents) => {
    expect(readCents(input)).toEqual({ cents, problem: null });
  });

  it.each(['10.005', '0.001', '1/3', '1,5', '1.000', '5%', '', '1e300'])('refuses %j', (input) => {
    expect(readCents(input).cents).toBeNull();
  });
});

describe('any text', () => {
  it('is a finite number or a problem that names it, in whatever unit', () => {
    const pieces = fc.constantFrom(..."0123456789.,' %$-+/ekm½٫١万", '\u00a0', ' million', 'usd', '000');
    const text = fc.array(pieces, { maxLength: 12 }).map((list) => list.join(''));
    fc.assert(
      fc.property(
        fc.oneof(text, fc.string()),
        fc.constantFrom('money', 'percent', 'number', 'any'),
        (input, unit) => {
          const result = parse(input, unit as NumberUnit);
          if (result.problem === null) expect(Number.isFinite(result.value)).toBe(true);
          else if (input.trim() !== '') expect(result.problem).toContain(input.trim().slice(0, 10));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('reads back every amount as sites of the United States, India and Switzerland write it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10 ** 11 }),
        fc.constantFrom('en-US', 'en-IN', 'de-CH'),
        (cents, locale) => {
          const text = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(cents / 100);
          expect(readCents(text).cents).toBe(cents);
        },
      ),
    );
  });
});
