/** A month later, in seconds: on the day of the month of `anchor`, or on the month's last day where it has no such day. */
export function monthAfter(seconds: number, anchor = seconds): number {
  const date = new Date(seconds * 1000);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 2, 0)).getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + 1, Math.min(new Date(anchor * 1000).getUTCDate(), lastDay));
  return Math.floor(date.getTime() / 1000);
}
