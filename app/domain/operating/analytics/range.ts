import { z } from 'zod';
import { parseDay } from '#app/domain/core/values/typed-moment.ts';
import { dayMs } from '#app/platform/durations.ts';

/** How far back figures look, by name; another range is given by its days. */
export const rangeNames = { '30d': '30 days', '90d': '90 days', '12m': '12 months' } as const;
type RangeName = keyof typeof rangeNames;

/** By what figures over time are put together. */
export type Grain = 'day' | 'week' | 'month';

/** Days, the first and the last included: YYYY-MM-DD, UTC. */
export interface FigureRange {
  from: string;
  to: string;
  /** The name of the range; null for one that was given by its days. */
  name: RangeName | null;
  grain: Grain;
  /** What was wrong with the days that were asked for, in words; null where nothing was. */
  problem: string | null;
}

/** The most that is looked back, in years. */
const mostYears = 10;

const iso = (time: number) => new Date(time).toISOString().slice(0, 10);
const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

const day = z.string().refine((text) => parseDay(text) !== null);

/** Days, weeks or months: as many of them as can be read. */
function grainOf(from: string, to: string): Grain {
  const days = (timeOf(to) - timeOf(from)) / dayMs + 1;
  return days <= 45 ? 'day' : days <= 190 ? 'week' : 'month';
}

function named(name: RangeName, today: string, problem: string | null = null): FigureRange {
  const now = new Date(timeOf(today));
  const from =
    name === '12m'
      ? iso(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11, 1))
      : iso(now.getTime() - (Number.parseInt(name, 10) - 1) * dayMs);
  return { from, to: today, name, grain: grainOf(from, today), problem };
}

/** The range that an address asks for, `now` being the time; what it says wrongly is told, and the last 12 months are shown. */
export function readRange(query: URLSearchParams, now: Date): FigureRange {
  const today = iso(now.getTime());
  const [from, to] = [query.get('from'), query.get('to')];
  if (!from && !to) {
    const name = query.get('range');
    return named(name !== null && Object.hasOwn(rangeNames, name) ? (name as RangeName) : '12m', today);
  }
  if (!day.safeParse(from).success || !(to === null || to === '' || day.safeParse(to).success))
    return named('12m', today, 'Give both days as a date. These are the last 12 months.');
  const first = from as string;
  const last = to && to < today ? to : today;
  if (first > last)
    return named(
      '12m',
      today,
      first > today
        ? 'That range has not begun. These are the last 12 months.'
        : 'That range ends before it begins. These are the last 12 months.',
    );
  const end = new Date(timeOf(last));
  const earliest = iso(Date.UTC(end.getUTCFullYear() - mostYears, end.getUTCMonth(), end.getUTCDate()));
  const isCut = first < earliest;
  const start = isCut ? earliest : first;
  return {
    from: start,
    to: last,
    name: null,
    grain: grainOf(start, last),
    problem: isCut ? `That is too long: these are its last ${mostYears} years.` : null,
  };
}

/** The parameters by which a range is asked for. */
export const rangeQuery = ({ name, from, to }: Pick<FigureRange, 'name' | 'from' | 'to'>): string =>
  String(new URLSearchParams(name ? { range: name } : { from, to }));

/** A day, a week or a month within a range, by its first and last days in it. */
export interface Bucket {
  /** What Postgres' date_trunc makes of its days. */
  key: string;
  from: string;
  to: string;
}

/** The first day of the day, the week (Monday) or the month that a day is in. */
function keyOf(grain: Grain, text: string): string {
  const at = new Date(timeOf(text));
  if (grain === 'month') return iso(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
  return grain === 'week' ? iso(at.getTime() - ((at.getUTCDay() + 6) % 7) * dayMs) : text;
}

function after(grain: Grain, key: string): string {
  const at = new Date(timeOf(key));
  if (grain === 'month') return iso(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
  return iso(at.getTime() + (grain === 'week' ? 7 : 1) * dayMs);
}

/** The parts of a range, the oldest first, those in which nothing happened among them. */
export function bucketsOf({ from, to, grain }: Pick<FigureRange, 'from' | 'to' | 'grain'>): Bucket[] {
  const buckets: Bucket[] = [];
  for (let key = keyOf(grain, from); key <= to; key = after(grain, key)) {
    const last = iso(timeOf(after(grain, key)) - dayMs);
    buckets.push({ key, from: key < from ? from : key, to: last > to ? to : last });
  }
  return buckets;
}
