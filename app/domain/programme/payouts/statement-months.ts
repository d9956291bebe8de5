/** How many months are named at most: a year. */
const mostMonths = 12;

/**
 * The months (YYYY-MM) up to that of `today` in which there was anything to state, the latest first: from that of the first day
 * (YYYY-MM-DD, UTC) on, a year at most. None before there was a first day.
 */
export function statementMonths(firstDay: string | null, today: Date): string[] {
  if (firstDay === null) return [];
  return Array.from({ length: mostMonths }, (_, back) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  ).filter((month) => month >= firstDay.slice(0, 7));
}

/** The months (YYYY-MM) before and after one that there is anything to state of; null where there is none, or it has not begun. */
export function monthsBeside(
  { month, hasEarlier }: { month: string; hasEarlier: boolean },
  today: Date,
): { previous: string | null; next: string | null } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const beside = (by: number) => new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
  return {
    previous: hasEarlier ? beside(-1) : null,
    next: beside(1) <= today.toISOString().slice(0, 7) ? beside(1) : null,
  };
}
