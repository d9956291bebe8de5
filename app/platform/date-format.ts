const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });

const longDay = inUtc({ dateStyle: 'long' });
const day = inUtc({ dateStyle: 'medium' });
const dayOfYear = inUtc({ month: 'short', day: 'numeric' });
const longMonth = inUtc({ month: 'long', year: 'numeric' });
const month = inUtc({ month: 'short', year: 'numeric' });

/** A day (UTC) in a sentence: "November 27, 2026". */
export const formatLongDay = (at: Date): string => longDay.format(at);

/** A day (UTC) in a table or a list: "Nov 27, 2026". */
export const formatDay = (at: Date): string => day.format(at);

/** A day (UTC) where the year is known: "Nov 27". */
export const formatDayOfYear = (at: Date): string => dayOfYear.format(at);

/** A month (UTC) in a sentence: "November 2026". */
export const formatLongMonth = (at: Date): string => longMonth.format(at);

/** A month (UTC) in a table or a chart: "Nov 2026". */
export const formatMonth = (at: Date): string => month.format(at);

const moment = inUtc({
  weekday: 'short',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** A moment (UTC) in an email, with the day of the week: "Mon, Dec 7, 2026, 09:00 UTC". */
export const formatMoment = (at: Date): string => `${moment.format(at)} UTC`;
