import { dayMs } from '#app/platform/durations.ts';
import { clockOf, wallClock } from '#app/platform/wall-clock.ts';

/** A day of a calendar, as 2026-11-28. */
export type CalendarDay = string;

/** The longest name of a time zone that is taken. */
const longestName = 64;

/** Whether a text names a time zone, as Europe/Berlin does. */
export function isTimeZone(name: string): boolean {
  if (name.length > longestName || !/^[A-Za-z]/.test(name)) return false;
  try {
    return clockOf(name) !== undefined;
  } catch {
    return false;
  }
}

/** Which day it is in a time zone. @throws {RangeError} where there is no such zone */
export const dayIn = (timeZone: string, at: Date): CalendarDay => calendarDay(wallClock(at, timeZone));

const calendarDay = (ms: number): CalendarDay => new Date(ms).toISOString().slice(0, 10);

/** The midnight (UTC) by which a day is stored and formatted. */
export const midnightOf = (day: CalendarDay): Date => new Date(`${day}T00:00:00Z`);

/** The day so many days after another. */
export const addDays = (day: CalendarDay, count: number): CalendarDay =>
  calendarDay(midnightOf(day).getTime() + count * dayMs);

/** Time zones to choose from where the browser's is not known, from west to east. */
export const timeZoneChoices: readonly { zone: string; label: string }[] = [
  { zone: 'Pacific/Honolulu', label: 'Hawaii' },
  { zone: 'America/Anchorage', label: 'Alaska' },
  { zone: 'America/Los_Angeles', label: 'Los Angeles, Vancouver' },
  { zone: 'America/Denver', label: 'Denver, Calgary' },
  { zone: 'America/Phoenix', label: 'Phoenix' },
  { zone: 'America/Chicago', label: 'Chicago, Winnipeg' },
  { zone: 'America/Mexico_City', label: 'Mexico City' },
  { zone: 'America/New_York', label: 'New York, Toronto' },
  { zone: 'America/Bogota', label: 'Bogotá, Lima' },
  { zone: 'America/Halifax', label: 'Halifax' },
  { zone: 'America/Sao_Paulo', label: 'São Paulo' },
  { zone: 'America/Argentina/Buenos_Aires', label: 'Buenos Aires' },
  { zone: 'UTC', label: 'UTC' },
  { zone: 'Europe/London', label: 'London, Dublin, Lisbon' },
  { zone: 'Africa/Lagos', label: 'Lagos' },
  { zone: 'Europe/Berlin', label: 'Berlin, Paris, Rome' },
  { zone: 'Europe/Athens', label: 'Athens, Helsinki, Kyiv' },
  { zone: 'Africa/Cairo', label: 'Cairo' },
  { zone: 'Africa/Johannesburg', label: 'Johannesburg' },
  { zone: 'Asia/Jerusalem', label: 'Jerusalem' },
  { zone: 'Europe/Istanbul', label: 'Istanbul' },
  { zone: 'Africa/Nairobi', label: 'Nairobi' },
  { zone: 'Asia/Dubai', label: 'Dubai' },
  { zone: 'Asia/Karachi', label: 'Karachi' },
  { zone: 'Asia/Kolkata', label: 'Mumbai, Delhi' },
  { zone: 'Asia/Dhaka', label: 'Dhaka' },
  { zone: 'Asia/Bangkok', label: 'Bangkok, Jakarta' },
  { zone: 'Asia/Singapore', label: 'Singapore, Manila' },
  { zone: 'Asia/Shanghai', label: 'Shanghai, Hong Kong' },
  { zone: 'Australia/Perth', label: 'Perth' },
  { zone: 'Asia/Tokyo', label: 'Tokyo, Seoul' },
  { zone: 'Australia/Brisbane', label: 'Brisbane' },
  { zone: 'Australia/Sydney', label: 'Sydney, Melbourne' },
  { zone: 'Pacific/Auckland', label: 'Auckland' },
];
