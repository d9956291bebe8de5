import { dayMs } from '#app/platform/durations.ts';

/** Days of spreadsheets count from the end of 1899. */
const spreadsheetEpoch = Date.UTC(1899, 11, 30);

const earliest = Date.UTC(1990, 0, 1);
const latest = Date.UTC(2100, 0, 1);

/**
 * A moment as spreadsheets and exports write it: ISO 8601 and what databases make of it, days of Excel, seconds since 1970, days with
 * slashes (the month first, unless it cannot be) or dots (the day first), and dates in English words. Without a zone it is UTC. Null for
 * what is none, and for years that no account is from.
 */
export function readMoment(text: string): Date | null {
  const time = readTime(text.trim());
  return time !== null && time >= earliest && time < latest ? new Date(time) : null;
}

function readTime(text: string): number | null {
  if (/^\d{5}(?:\.\d+)?$/.test(text)) return spreadsheetEpoch + Math.round(Number(text) * dayMs);
  if (/^\d{10}$/.test(text)) return Number(text) * 1_000;
  if (/^\d{13}$/.test(text)) return Number(text);
  const parts = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})(?:[T ,]+(.{4,40}))?$/.exec(text);
  if (!parts)
    return /[a-z]{3}/i.test(text) && text.length < 60
      ? parsed(`${text}${/\d:\d/.test(text) ? '' : ' UTC'}`)
      : null;
  const [, first = '', mark, second = '', third = '', time = ''] = parts;
  const numbers = [first, second, third].map(Number) as [number, number, number];
  const [year, month, day] = first.length === 4 ? numbers : dayFirst(numbers, mark === '.');
  if (month < 1 || month > 12 || day < 1 || day > new Date(Date.UTC(year, month, 0)).getUTCDate())
    return null;
  const two = (value: number) => String(value).padStart(2, '0');
  const date = `${year}-${two(month)}-${two(day)}`;
  return time === '' ? parsed(`${date}T00:00:00Z`) : parsed(`${date}T${timeOf(time)}`);
}

/** Year, month and day of one with the year last, which may have two digits. */
function dayFirst([one, two, end]: [number, number, number], isDotted: boolean): [number, number, number] {
  const year = end < 100 ? 2000 + end : end;
  return isDotted || one > 12 ? [year, two, one] : [year, one, two];
}

/** The time of a day as JavaScript reads it: 24 hours, seconds, a zone. */
function timeOf(text: string): string {
  const match = /^(\d{1,2}):(\d\d)(?::(\d\d)(\.\d{1,9})?)? ?([ap]m)? ?(Z|UTC|[+-]\d\d(?::?\d\d)?)?$/i.exec(
    text,
  );
  if (!match) return 'none';
  const [, hours = '', minutes, seconds = '00', fraction = '', half, zone = 'Z'] = match;
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hours);
  const offset = /^[+-]/.test(zone)
    ? zone.replace(/^(.\d\d):?(\d\d)?$/, (_, h: string, m = '00') => `${h}:${m}`)
    : 'Z';
  return `${String(hour).padStart(2, '0')}:${minutes}:${seconds}${fraction.slice(0, 4)}${offset}`;
}

function parsed(text: string): number | null {
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : time;
}
