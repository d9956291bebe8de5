/** How long a gift lasts: "1 month", "1 year". */
export const lengthText = (months: number): string =>
  months % 12 === 0
    ? `${months / 12} ${months === 12 ? 'year' : 'years'}`
    : `${months} ${months === 1 ? 'month' : 'months'}`;
