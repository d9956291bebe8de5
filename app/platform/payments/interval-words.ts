/** An interval within a sentence, as providers and the catalogue write it ("month", "3 month"): "month", "3 months". */
export function intervalNoun(interval: string): string {
  return /^\d+ [a-z]*[^s]$/.test(interval) ? `${interval}s` : interval;
}

/** What follows a price: "a month", "a year", "every 3 months". */
export function perInterval(interval: string): string {
  return /^\d/.test(interval) ? everyInterval(interval) : `a ${interval}`;
}

/** How often something is charged: "every month", "every year", "every 3 months". */
export function everyInterval(interval: string): string {
  return `every ${intervalNoun(interval)}`;
}

/** Some intervals: "3 months", "1 year"; of an interval that is several itself, "2 x 3 months". */
export function countIntervals(count: number, interval: string): string {
  if (/^\d/.test(interval)) return `${count} x ${intervalNoun(interval)}`;
  return `${count} ${interval}${count === 1 ? '' : 's'}`;
}

/** The period that was paid for: "month" or "year" where an interval is one, else "period". */
export function paidPeriodNoun(interval: string): string {
  return /^\d/.test(interval) ? 'period' : interval;
}
