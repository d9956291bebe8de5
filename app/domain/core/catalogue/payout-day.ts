/** The next day (UTC midnight) on which payouts are made: a day of the month, today's being over. */
export function nextPayoutDay(today: Date, day: number): Date {
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
  return new Date(Date.UTC(year, today.getUTCDate() < day ? month : month + 1, day));
}
