/** What an amount a period comes to a month, in integer cents: a twelfth of a year's, a third of three months'. */
export function monthlyCents(amountCents: number, interval: string): number {
  const [, count = '1', unit] = /^(?:(\d+) )?(day|week|month|year)$/.exec(interval) ?? [];
  const months = { day: 12 / 365, week: 84 / 365, month: 1, year: 12 }[unit ?? 'month'] ?? 1;
  return Math.round(amountCents / (Number(count) * months));
}
