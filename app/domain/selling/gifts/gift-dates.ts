import { dayMs } from '#app/platform/durations.ts';

// A day begins at different times over the world, and nobody knows where a recipient lives. So a code can be redeemed as soon as the day
// has begun anywhere, and an email goes out when it is that day from Hawaii to Auckland.

const hourMs = dayMs / 24;

/** The first place where a day begins is 14 hours ahead of UTC. */
const earliestZoneHours = 14;

/** The hour, in UTC, at which emails are sent: midnight in Hawaii, an hour before the next midnight in Auckland in summer. */
const deliveryHour = 10;

/** How many days ahead a gift can be given. */
export const daysAhead = 365;

/** The day (UTC) of a moment, as its midnight. */
export const dayOf = (at: Date): Date => new Date(Math.floor(at.getTime() / dayMs) * dayMs);

/** From when on a gift of a day can be redeemed. */
export const opensAt = (startsOn: Date): Date => new Date(startsOn.getTime() - earliestZoneHours * hourMs);

/** When a gift of a day is emailed; one of today, or of a day before, at once. */
export function deliveryTime(startsOn: Date, at: Date): Date {
  const due = new Date(startsOn.getTime() + deliveryHour * hourMs);
  return startsOn <= dayOf(at) ? at : due;
}

/** Whether a gift can be given on a day: from today, or what is today further east, to a year ahead. */
export const isGivable = (startsOn: Date, at: Date): boolean =>
  startsOn >= dayOf(new Date(at.getTime() - earliestZoneHours * hourMs)) &&
  startsOn.getTime() <= dayOf(at).getTime() + daysAhead * dayMs;
