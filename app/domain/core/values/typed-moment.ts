/**
 * Whether the database takes a time, and a page can say it, with some days added or taken away: there is no year 0, and a year of five
 * digits is written in another way.
 */
export const isKeepable = (at: Date): boolean => at.getUTCFullYear() >= 1000 && at.getUTCFullYear() < 3000;

/** The day that a field for a day has sent, as its midnight in UTC; null for none, and for what is none, such as February 30. */
export function parseDay(input: string | null): Date | null {
  if (!input || !/^\d{4}-\d\d-\d\d$/.test(input)) return null;
  const day = new Date(`${input}T00:00:00Z`);
  return Number.isNaN(day.getTime()) || !day.toISOString().startsWith(input) || !isKeepable(day) ? null : day;
}

const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/;

/** The moment that a field for a day and a time has sent, taken as UTC; null for what is none, such as February 30. */
export function parseMoment(input: string): Date | null {
  const text = input.trim();
  if (!form.test(text)) return null;
  const moment = new Date(`${text}Z`);
  return Number.isNaN(moment.getTime()) || !moment.toISOString().startsWith(text) || !isKeepable(moment)
    ? null
    : moment;
}
