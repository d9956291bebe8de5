import { z } from 'zod';
import { dayMs } from '#app/platform/durations.ts';

/** How far back an affiliate's statistics look. */
export const ranges = { '30d': 'Last 30 days', '90d': 'Last 90 days', '12m': 'Last 12 months' } as const;
/** By what clicks and what came of them are put together over time. */
export const periods = { day: 'Day', week: 'Week', month: 'Month' } as const;
/** By what else: where clicks came from, where they led, and by which link or code. */
export const breakdowns = { campaign: 'Campaign', page: 'Landing page', link: 'Link' } as const;

type Range = keyof typeof ranges;
export type Period = keyof typeof periods;
export type Breakdown = keyof typeof breakdowns;

/** What an affiliate's statistics show. */
export interface StatsFilter {
  range: Range;
  period: Period;
  breakdown: Breakdown;
}

const usual: Record<Range, Period> = { '30d': 'day', '90d': 'week', '12m': 'month' };

const filterSchema = z.object({
  range: z.enum(Object.keys(ranges) as [Range]).catch('30d'),
  period: z
    .enum(Object.keys(periods) as [Period])
    .optional()
    .catch(undefined),
  breakdown: z.enum(Object.keys(breakdowns) as [Breakdown]).catch('campaign'),
});

/** What an address asks for; whatever it says that is nothing is passed over. A year is not told day by day. */
export function readStatsFilter(params: URLSearchParams): StatsFilter {
  const { range, period = usual[range], breakdown } = filterSchema.parse(Object.fromEntries(params));
  return { range, period: range === '12m' && period === 'day' ? 'week' : period, breakdown };
}

/** The first parameter of an address that names no filter there is, and what it takes; undefined where all do. */
export function findBadFilter(params: URLSearchParams): { name: string; takes: string } | undefined {
  const choices = { range: ranges, period: periods, breakdown: breakdowns };
  for (const [name, values] of Object.entries(choices)) {
    const value = params.get(name);
    if (value !== null && !Object.hasOwn(values, value))
      return { name, takes: `one of ${Object.keys(values).join(', ')}` };
  }
  return undefined;
}

/** By what an affiliate's sources are sorted, the most first. */
const sourceSorts = ['clicks', 'registrations', 'buyers'] as const;
export type SourceSort = (typeof sourceSorts)[number];

const sortSchema = z.enum(sourceSorts).catch('clicks');

/** How an address sorts sources; by clicks where it says nothing that there is. */
export const readSourceSort = (params: URLSearchParams): SourceSort => sortSchema.parse(params.get('sort'));

const iso = (day: Date) => day.toISOString().slice(0, 10);

/** The first day of the week (Monday) or the month that a day is in, UTC. */
function startOf(period: Period, day: Date): Date {
  if (period === 'month') return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1));
  if (period === 'week') return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * dayMs);
  return day;
}

/** The first day of a range that ends today, as whole periods: YYYY-MM-DD, UTC. */
export function firstDay({ range, period }: Pick<StatsFilter, 'range' | 'period'>, now: Date): string {
  const today = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  const from =
    range === '12m'
      ? new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 11, 1))
      : new Date(today.getTime() - ((range === '30d' ? 30 : 90) - 1) * dayMs);
  return iso(startOf(period, from));
}
