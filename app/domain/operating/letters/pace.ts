import type { SiteSettings } from '#app/domain/core/site-settings/schema.ts';
import { dayMs } from '#app/platform/durations.ts';
import type { Pace } from '#app/platform/mail/pace.server.ts';

type BulkMailSettings = SiteSettings['bulkMail'];

/** What a new sender may send grows by so much each day, for so many days: mailboxes learn to trust it. */
const dailyGrowth = 1.4;
const warmUpDays = 30;

/** Days of UTC that lie between two moments. */
const daysBetween = (from: Date, to: Date) =>
  Math.floor(to.getTime() / dayMs) - Math.floor(from.getTime() / dayMs);

/** How many mails a warm-up lets out on the day of a moment; null where none is under way. */
export function warmUpLimit({ warmUpFrom, warmUpFirstDay }: BulkMailSettings, at: Date): number | null {
  if (warmUpFrom === null) return null;
  const days = daysBetween(new Date(warmUpFrom), at);
  if (days < 0 || days >= warmUpDays) return null;
  return Math.floor(warmUpFirstDay * dailyGrowth ** days);
}

/** How much bulk mail may go out now, by what is set (P277). */
export const currentPace = (settings: BulkMailSettings, at: Date): Pace => ({
  perHour: settings.perHour || null,
  perProviderPerHour: settings.perProviderPerHour || null,
  today: warmUpLimit(settings, at),
});

/**
 * How long so many mails take at the pace that is set, in hours, whoever else is mailed meanwhile; 0 where nothing limits them. What one
 * provider's mailboxes add to it depends on how many are there, and is not counted.
 */
export function hoursToSend(count: number, settings: BulkMailSettings, from: Date): number {
  const perHour = settings.perHour || Number.POSITIVE_INFINITY;
  let remaining = count;
  let hours = 0;
  for (let day = 0; remaining > 0; day += 1) {
    const limit = warmUpLimit(settings, new Date(from.getTime() + day * dayMs));
    const today = Math.min(remaining, limit ?? Number.POSITIVE_INFINITY, 24 * perHour);
    remaining -= today;
    hours += remaining > 0 ? 24 : today / perHour;
  }
  return hours;
}

/** The same in words; null where it takes less than an hour. */
export function describePace(count: number, settings: BulkMailSettings, from: Date): string | null {
  const hours = Math.ceil(hoursToSend(count, settings, from));
  if (hours <= 1) return null;
  const duration = hours < 48 ? `${hours} hours` : `${Math.ceil(hours / 24).toLocaleString('en-US')} days`;
  return `At the pace that is set it takes about ${duration}.`;
}
