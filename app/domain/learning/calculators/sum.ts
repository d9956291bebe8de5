/** What an input counts. Money is in dollars, percentages are of a hundred. */
export type Unit = 'money' | 'percent' | 'number';

/** What is asked of a number that is typed. It is above zero unless it may be zero, and at most a billion, or 100 percent. */
export interface Input {
  unit: Unit;
  /** What a plain number counts, which may be typed behind it: "week". */
  noun?: string;
  mayBeZero?: true;
  isWhole?: true;
  max?: number;
}

/** What a calculator answers: its figures, the main one first, the steps of its sum, and what it means. */
export interface Result {
  figures: string[];
  steps: string[];
  meaning: string;
}

type Numbers<Name extends string> = Record<Name, number>;

/** A calculator's arithmetic. A result has as many figures and steps whatever is typed, so that a page can keep their places. */
export interface Sum<Name extends string = string, Reckoned extends string = string> {
  inputs: Record<Name, Input>;
  /** Why these numbers have no answer, said beside one of the fields; null where they have one. */
  refuse?(typed: Numbers<Name>): [field: Name, message: string] | null;
  reckon(typed: Numbers<Name>): Numbers<Reckoned>;
  tell(typed: Numbers<Name>, reckoned: Numbers<Reckoned>): Result;
}

/** A sum with its names checked against each other. */
export const sum = <Name extends string, Reckoned extends string>(definition: Sum<Name, Reckoned>) =>
  definition;

/** A number without what a computer adds at its far end, such as 6144.000000000001. */
export const tidy = (value: number) => Number(value.toPrecision(12));

/** So many whole ones are needed. */
export const atLeast = (value: number) => Math.ceil(tidy(value));

/** The `percent` of a number. */
export const share = (value: number, percent: number) => tidy((value * percent) / 100);

const formatNumber = (value: number, options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat('en-US', options).format(tidy(value)).replace(/^-0$/, '0');

/** "6,144", "1.8", "0.0384": with as many decimals as say something. */
export const number = (value: number): string =>
  Math.abs(value) < 1
    ? formatNumber(value, { maximumSignificantDigits: 3 })
    : formatNumber(value, { maximumFractionDigits: 2 });

/** "2.5%" */
export const percent = (value: number): string => `${number(value)}%`;

/** "$3,500", "$5.10", "$0.825", "-$20": below a dollar with the tenths of a cent that clicks are paid in. */
export function money(value: number): string {
  const dollars = Math.abs(tidy(value));
  const sign = value < 0 ? '-' : '';
  if (Number.isInteger(dollars)) return `${sign}$${formatNumber(dollars, {})}`;
  if (dollars < 0.01) return `${sign}$${formatNumber(dollars, { maximumSignificantDigits: 2 })}`;
  return `${sign}$${formatNumber(dollars, { minimumFractionDigits: 2, maximumFractionDigits: dollars < 1 ? 3 : 2 })}`;
}

/** "1 week", "9 weeks" */
export const quantity = (value: number, one: string, many = `${one}s`): string =>
  `${number(value)} ${tidy(value) === 1 ? one : many}`;
