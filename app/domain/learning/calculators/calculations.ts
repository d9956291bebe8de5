import { notWhole, readNumber } from '#app/domain/core/values/typed-number.ts';
import type { Input, Result, Sum } from '#app/domain/learning/calculators/sum.ts';
import {
  adBudget,
  breakEvenClick,
  funnel,
  searchValue,
} from '#app/domain/learning/calculators/sums/advertising.ts';
import { freeShipping, launchCash, lifetimeValue } from '#app/domain/learning/calculators/sums/shop.ts';
import {
  affiliateEarnings,
  listGrowth,
  priceFloor,
  testSize,
  toolPayback,
} from '#app/domain/learning/calculators/sums/work.ts';

/** The arithmetic of each calculator, by the last part of its address. Server and page script reckon by it. */
export const sums = {
  'break-even-click': breakEvenClick,
  'search-value': searchValue,
  'test-size': testSize,
  'lifetime-value': lifetimeValue,
  'free-shipping': freeShipping,
  'ad-budget': adBudget,
  funnel,
  'price-floor': priceFloor,
  'list-growth': listGrowth,
  'affiliate-earnings': affiliateEarnings,
  'tool-payback': toolPayback,
  'launch-cash': launchCash,
} as const;

export type CalculatorSlug = keyof typeof sums;

/** The names of a calculator's fields. */
export type FieldOf<Slug extends CalculatorSlug> = keyof (typeof sums)[Slug]['inputs'] & string;

/** The arithmetic behind an address; undefined for one there is none behind. */
export const findSum = (slug: string): Sum | undefined =>
  Object.hasOwn(sums, slug) ? (sums[slug as CalculatorSlug] as unknown as Sum) : undefined;

/** What a calculator says to what was typed: a result, or what is wrong beside its fields. */
type Answer = { result: Result; errors: null } | { result: null; errors: Record<string, string> };

const most = 1_000_000_000;

/** The query of a calculator's address with these inputs, always in the same order. */
export const queryOf = (sum: Sum, typed: Readonly<Record<string, string | undefined>>): string =>
  new URLSearchParams(Object.keys(sum.inputs).map((name) => [name, (typed[name] ?? '').trim()])).toString();

/** What is wrong with what was typed into a field, or its number. */
function readInput(typed: string, { unit, noun, mayBeZero, isWhole, max }: Input): number | string {
  const { value, problem } = readNumber(typed, { unit, noun });
  if (problem !== null) return problem;
  if (value < 0) return mayBeZero ? 'This can be zero, but not less.' : 'This has to be more than zero.';
  if (value === 0 && !mayBeZero) return 'This has to be more than zero.';
  const limit = max ?? (unit === 'percent' ? 100 : most);
  if (value > limit)
    return `This can be ${limit.toLocaleString('en-US')}${unit === 'percent' ? '%' : ''} at most.`;
  return (isWhole ? notWhole(typed, value) : null) ?? value;
}

const tooLarge =
  'With these numbers the result is larger than anything there is. Look whether one of them is too small or too large.';

/** Reckons with what was typed. Fields that a sum doesn't know are passed over; those that are missing are blank. */
export function reckon(sum: Sum, typed: Readonly<Record<string, string | undefined>>): Answer {
  const errors: Record<string, string> = {};
  const values: Record<string, number> = {};
  for (const [name, input] of Object.entries(sum.inputs)) {
    const valueOrProblem = readInput(typed[name] ?? '', input);
    if (typeof valueOrProblem === 'string') errors[name] = valueOrProblem;
    else values[name] = valueOrProblem;
  }
  if (Object.keys(errors).length > 0) return { result: null, errors };
  const refusal = sum.refuse?.(values);
  if (refusal) return { result: null, errors: { [refusal[0]]: refusal[1] } };
  const reckoned = sum.reckon(values);
  const isSound = Object.values(reckoned).every((value) => Math.abs(value) < 1e15 || value === Infinity);
  const [first = ''] = Object.keys(sum.inputs);
  if (!isSound) return { result: null, errors: { [first]: tooLarge } };
  return { result: sum.tell(values, reckoned), errors: null };
}
