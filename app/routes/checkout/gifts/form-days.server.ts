import { dayOf, daysAhead } from '#app/domain/selling/gifts/gift-dates.ts';
import { now } from '#app/platform/clock.server.ts';
import { dayMs } from '#app/platform/durations.ts';

/** A day as a field for days has it. */
export const dayText = (day: Date): string => day.toISOString().slice(0, 10);

/** The first and the last day on which a gift can be given. */
export function formDays(): { first: string; last: string } {
  const today = dayOf(now());
  return { first: dayText(today), last: dayText(new Date(today.getTime() + daysAhead * dayMs)) };
}
