/**
 * When the letter after one sent at `sentAt` is due: a calendar month later, at the beginning of that day (UTC), so that the
 * daily run finds it on the day itself. The 31st becomes the last day of a shorter month.
 */
export function monthAfter(sentAt: Date): Date {
  const year = sentAt.getUTCFullYear();
  const month = sentAt.getUTCMonth() + 1;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(sentAt.getUTCDate(), lastDay)));
}
