import { parseDay } from '#app/domain/core/values/typed-moment.ts';
import { dayMs } from '#app/platform/durations.ts';

/** The days, in UTC, that a list is narrowed to; null at an end that is open. */
export interface Days {
  from: Date | null;
  to: Date | null;
}

/** The days that an address names by `from` and `to`; what it says wrongly narrows nothing. */
export const readDays = (query: URLSearchParams): Days => ({
  from: parseDay(query.get('from')),
  to: parseDay(query.get('to')),
});

/** The time that days span: from the first moment on, and before the last day's end. */
export const spanOf = ({ from, to }: Days): { from?: Date; until?: Date } => ({
  ...(from ? { from } : {}),
  ...(to ? { until: new Date(to.getTime() + dayMs) } : {}),
});
