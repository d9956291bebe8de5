const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/** How long ago a moment was, as "3 hours ago"; null from a week on, and for what is still to come. */
export function relativeText(at: Date, now: Date): string | null {
  const passed = now.getTime() - at.getTime();
  // Clocks of browsers and servers differ by seconds.
  if (passed < -minute || passed >= 7 * day) return null;
  if (passed < minute) return 'just now';
  if (passed < hour) return `${Math.floor(passed / minute)} min ago`;
  if (passed < day) return plural(Math.floor(passed / hour), 'hour');
  return plural(Math.floor(passed / day), 'day');
}
