const steps = [1, 2, 3, 4, 5, 6, 8, 10];

/** A round number that is at least `most`, so that the axis of a chart reads easily: one of a few steps times a power of ten; at least 1. */
export function roundedTop(most: number): number {
  if (most <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = steps.find((times) => times * power >= most) ?? 10;
  return step * power;
}

/** Which of so many bars get a label below: the first, the last, and at most `labels` in all, evenly spaced from the last. */
export function labeledBars(bars: number, labels: number): ReadonlySet<number> {
  const step = Math.max(1, Math.ceil((bars - 1) / Math.max(1, labels - 1)));
  const shown = new Set<number>();
  for (let index = bars - 1; index >= 0; index -= step) shown.add(index);
  return shown;
}
