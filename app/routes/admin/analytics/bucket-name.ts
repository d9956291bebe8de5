import type { Grain } from '#app/domain/operating/analytics/range.ts';

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** A part of a range by its first day (YYYY-MM-DD): "Nov 3", or of a month "Nov 2026". */
export const bucketName = (grain: Grain, from: string): string =>
  (grain === 'month' ? month : day).format(new Date(`${from}T00:00:00Z`));
