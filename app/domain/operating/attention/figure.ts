/** A figure now, and what it is compared with; null where there is nothing to compare with yet. */
export interface Figure {
  value: number;
  before: number | null;
}

/** By how much a figure has changed, in percent with one decimal; null where there is no telling. */
export function changeOf({ value, before }: Figure): number | null {
  if (before === null || before === 0) return null;
  return Math.round(((value - before) / Math.abs(before)) * 1_000) / 10;
}

/** How long the period of the money figures is, in days: it is compared with as many days before it. */
export const moneyPeriodDays = 30;
