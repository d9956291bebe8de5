/** A part of a whole as text, to a tenth of a percent. What is more than nothing never reads as nothing. */
export function percentText(part: number, whole: number): string {
  if (whole === 0 || part === 0) return '0%';
  const percent = Math.round((part / whole) * 1_000) / 10;
  return percent === 0 ? '<0.1%' : `${percent}%`;
}
