import type { Grain } from '#app/domain/operating/analytics/range.ts';
import { formatDayOfYear, formatMonth } from '#app/platform/date-format.ts';

/** A part of a range by its first day (YYYY-MM-DD): "Nov 3", or of a month "Nov 2026". */
export const bucketName = (grain: Grain, from: string): string =>
  (grain === 'month' ? formatMonth : formatDayOfYear)(new Date(`${from}T00:00:00Z`));
